// Runs the shape that the argument names; without one, lists the names.

let shapes: [(name: String, run: () -> Void)] = plainShapes + streamShapes + ownershipShapes

if CommandLine.arguments.count < 2 {
  for shape in shapes { print(shape.name) }
} else {
  for shape in shapes where shape.name == CommandLine.arguments[1] { shape.run() }
}
