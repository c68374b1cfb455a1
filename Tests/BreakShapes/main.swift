// Runs the shape that the argument names. Without an argument, lists the names of all shapes.

let shapes: [(name: String, run: () -> Void)] =
  plainShapes + streamShapes + ownershipShapes + memoryShapes

if CommandLine.arguments.count < 2 {
  for shape in shapes { print(shape.name) }
} else {
  for shape in shapes where shape.name == CommandLine.arguments[1] { shape.run() }
}
