// Runs the shape that the argument names, or lists the names if there is no argument.

let shapes: [(name: String, run: () -> Void)] = plainShapes + streamShapes + ownershipShapes

if CommandLine.arguments.count < 2 {
  for shape in shapes { print(shape.name) }
} else {
  for shape in shapes where shape.name == CommandLine.arguments[1] { shape.run() }
}
