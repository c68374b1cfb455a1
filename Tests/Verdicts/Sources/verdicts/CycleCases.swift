import Foundation

let cycleCases: [Case] = [
  Case("a cycle of two", .provenCycle(["First", "Second"])) { onCleanStack { makeCycle() } },
  Case("a ring of 1000 with payload arrays", .provenCycle(["Ring"])) {
    onCleanStack { makeRing(1000) }
  },
  Case("a tree of two nodes", .provenCycle(["TreeNode"])) {
    onCleanStack {
      let root = TreeNode()
      let child = TreeNode()
      root.children.append(child)
      child.parent = root
    }
  },
  Case(
    "an object that retains itself, and a cycle of two of its class", .provenCycle(["Ring"]),
    .provenCycle(["Ring"])
  ) {
    onCleanStack {
      makeRing(1)
      makeRing(2)
    }
  },
  Case("a work item that captures its owner", .provenCycle(["Worker"])) {
    onCleanStack {
      let worker = Worker()
      worker.item = DispatchWorkItem { worker.count += 1 }
    }
  },
]

private final class Worker {
  var item: DispatchWorkItem?
  var count = 0
}
