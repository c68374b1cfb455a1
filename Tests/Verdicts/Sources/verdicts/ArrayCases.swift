import Foundation

// The capacity of an array includes bytes that the allocator added to the requested size.
let arrayCases: [Case] =
  [1, 2, 3, 4, 7, 15, 31, 63].map { count in
    Case("an array grown to \(count) elements by append") {
      for _ in 0..<count { Roots.node?.children.append(Node()) }
    }
  } + [
    Case("a leaked array grown to 3 elements by append", .provenCycle(["Node"])) {
      onCleanStack {
        let node = Node()
        for _ in 0..<2 { node.children.append(Node()) }
        node.children.append(node)
      }
    },
    Case("a tree of 100 nodes with arrays of 3") {
      var level = [Roots.node ?? Node()]
      for _ in 0..<4 {
        level = level.flatMap { node -> [Node] in
          for _ in 0..<3 { node.children.append(Node()) }
          return node.children
        }
      }
    },
    Case("strings whose storage fills what the allocator gave") {
      for count in 16..<80 {
        var text = ""
        for _ in 0..<count { text.append("é") }
        Roots.any.append((text, text.utf16.count, text.utf16.dropFirst(count / 2).count))
      }
    },
    Case("an array of 3 in C memory that a global leads to") {
      var nodes: [Node] = []
      for _ in 0..<3 { nodes.append(Node()) }
      let memory = UnsafeMutablePointer<[Node]>.allocate(capacity: 1)
      memory.initialize(to: nodes)
      Roots.any.append(memory)
    },
  ]
