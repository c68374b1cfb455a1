import Foundation

// Boxes of indirect cases whose payloads contain functions and other values.

indirect enum Tree<Value> { case leaf, node(Tree<Value>, Value, Tree<Value>) }
indirect enum Step<Value> { case end, step(Value, Int, Step<Value>) }
indirect enum Named { case end, item(name: String, () -> Void, Named) }
indirect enum Either<Left, Right> { case left(Left, Right), right(Right, Int), neither }
indirect enum Thrower { case none, run((Int) throws -> String, Node) }

indirect enum Inline { case none, run(() -> Void, InlineArray<8, Node>) }

/// The mangled type of the box contains `Slipped` once, and the inner tuple contains a substitution
/// for it.
indirect enum Slip { case end, slip(Slipped, (() -> Void, Unmanaged<Slipped>)) }
indirect enum Strip<Left, Right> { case end, strip(Int8, [Int], Left, Right) }

final class Slipped {
  var slip = Slip.end
  var strip: Strip<Any, (() -> Void, Unmanaged<Slipped>)> = .end
}

private final class Shape {
  var tree: Tree<() -> Void> = .leaf
  var step: Step<() -> Void> = .end
  var named = Named.end
  var either: Either<(Int) -> Int, () -> Void> = .neither
  var thrower = Thrower.none
  var inline = Inline.none
  var asynchronous: Step<@Sendable () async -> Void> = .end
  var objects: Tree<Shape> = .leaf
  var tuples: Tree<(Int, () -> Void)> = .leaf
  var value = 0
}

@inline(never) private func shape(_ prepare: (Shape) -> Void) {
  onCleanStack { prepare(Shape()) }
}

let enumCases: [Case] = [
  Case("a tuple in a tuple that names a class again", .provenCycle(["Slipped"])) {
    onCleanStack {
      let (one, other) = (Slipped(), Slipped())
      one.slip = .slip(other, ({}, Unmanaged.passUnretained(other)))
      other.slip = .slip(one, ({}, Unmanaged.passUnretained(one)))
    }
  },
  Case("a tuple in a tuple with a function of a generic case", .provenCycle(["Slipped"])) {
    onCleanStack {
      let (one, other) = (Slipped(), Slipped())
      one.strip = .strip(1, [2], other, ({}, Unmanaged.passUnretained(other)))
      other.strip = .strip(1, [2], one, ({}, Unmanaged.passUnretained(one)))
    }
  },
  Case("a tree of closures", .provenCycle(["Shape"])) {
    shape { shape in shape.tree = .node(.leaf, { shape.value += 1 }, .leaf) }
  },
  Case("a list of closures", .provenCycle(["Shape"])) {
    shape { shape in shape.step = .step({ shape.value += 1 }, 3, .end) }
  },
  Case("a list of named closures", .provenCycle(["Shape"])) {
    shape { shape in shape.named = .item(name: "a", { shape.value += 1 }, .end) }
  },
  Case("either of two functions", .provenCycle(["Shape"])) {
    shape { shape in shape.either = .left({ $0 + shape.value }, {}) }
  },
  Case("the other of two functions", .provenCycle(["Shape"])) {
    shape { shape in shape.either = .right({ shape.value += 1 }, 1) }
  },
  Case("a throwing function beside an object", .provenCycle(["Shape"])) {
    shape { shape in shape.thrower = .run({ "\($0 + shape.value)" }, Node()) }
  },
  Case("a list of asynchronous closures", .provenCycle(["Shape"])) {
    shape { shape in
      let shape = UncheckedShape(shape: shape)
      shape.shape.asynchronous = .step({ use(shape.shape) }, 3, .end)
    }
  },
  Case("a tree of objects", .provenCycle(["Shape"])) {
    shape { shape in shape.objects = .node(.leaf, shape, .leaf) }
  },
  Case("a function beside an inline array", .provenCycle(["Shape"])) {
    shape { shape in shape.inline = .run({ shape.value += 1 }, .init(repeating: Node())) }
  },
  Case("a tree of tuples with closures", .provenCycle(["Shape"])) {
    shape { shape in shape.tuples = .node(.leaf, (1, { shape.value += 1 }), .leaf) }
  },
]

private struct UncheckedShape: @unchecked Sendable { var shape: Shape }
