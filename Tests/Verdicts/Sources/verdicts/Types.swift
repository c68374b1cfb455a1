import Foundation

class Node {
  var next: Node?
  var children: [Node] = []
  var payload: Any?
}

/// The objects that the program never releases.
enum Roots {
  nonisolated(unsafe) static var node: Node? = Node()
  nonisolated(unsafe) static var any: [Any] = []
}

final class Ring { var next: Ring?; var payload: [Int] = [1, 2, 3] }
final class TreeNode { var parent: TreeNode?; var children: [TreeNode] = [] }
final class First { var second: Second?; var payload: Any? }
final class Second { var first: First? }
final class Extra { var payload: Any?; var cycle: First? }
final class Lost { var payload: Any? }
final class Behind { var payload: Any? }
final class Owner { var handler: (() -> Void)?; var value = 0 }
final class Observer { unowned var target: Extra; init(_ target: Extra) { self.target = target } }

/// Creates an unreachable cycle of two objects.
@inline(never) func makeCycle(_ payload: Any? = nil) {
  let first = First()
  first.second = Second()
  first.second?.first = first
  first.payload = payload
}

@inline(never) func makeRing(_ count: Int) {
  let first = Ring()
  var last = first
  for _ in 1..<count {
    let ring = Ring()
    last.next = ring
    last = ring
  }
  last.next = first
}
