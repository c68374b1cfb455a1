/// The strongly connected components of a graph, in reverse topological order.
///
/// A retain cycle is a component with several nodes, or a node that refers to itself. Components
/// are numbered so that a reference between two components goes from the higher number to the
/// lower.
///
///     let components = StronglyConnectedComponents(of: SparseRows([[1], [0], []]))
///     components.componentOf  // [0, 0, 1]
///
/// The algorithm is Pearce's ("A space-efficient algorithm for finding strongly connected
/// components", 2016), a variant of Tarjan's (1972) that keeps the state of a node in one word. Its
/// stacks are arrays, so a long chain of objects cannot overflow the thread's stack.
///
/// - Complexity: O(*n* + *e*) for *n* nodes and *e* references; 8 bytes for each node in addition
///   to the result.
package struct StronglyConnectedComponents: Sendable {
  /// The component of each node.
  package let componentOf: [UInt32]
  /// The number of components.
  package let count: Int

  package init(of rows: SparseRows) {
    let nodeCount = rows.nodeCount
    var labels = [UInt32](repeating: 0, count: nodeCount)
    count = Self.label(&labels, rows: rows)
    // The label of component *n* is `nodeCount` minus *n*.
    var span = labels.mutableSpan
    for node in span.indices { span[node] = UInt32(truncatingIfNeeded: nodeCount) - span[node] }
    componentOf = labels
  }

  /// The layout of a word on the stack of the search path: a node and a flag.
  private enum Frame {
    /// The flag that is set when the node in the word is known to reach an older node.
    static let reachesOlder: UInt32 = 1 << 31
  }

  /// Labels every node with its component. The labels start at the number of nodes and decrease.
  ///
  /// While a node is being searched, its label is the discovery number of the oldest node known to
  /// be reachable from it. Discovery numbers start at 1, and each completed node frees its number.
  /// Labels of completed components are therefore never below the discovery numbers in use, and a
  /// single comparison distinguishes the two kinds of labels.
  ///
  /// - Returns: The number of components.
  private static func label(_ storage: inout [UInt32], rows: SparseRows) -> Int {
    let nodeCount = rows.nodeCount
    // A node is on at most one of two stacks, which share the storage. The path grows from the
    // start of the storage. Nodes whose component is not yet complete are stacked from the end.
    var pathStorage = [UInt32](repeating: 0, count: nodeCount + 1)
    var cursorStorage = [UInt32](repeating: 0, count: nodeCount + 1)
    var labels = storage.mutableSpan
    var path = pathStorage.mutableSpan
    var cursors = cursorStorage.mutableSpan
    let offsets = rows.offsets.span
    let targets = rows.targets.span

    var order: UInt32 = 1
    var nextLabel = UInt32(nodeCount)
    var waiting = nodeCount + 1

    for start in 0..<nodeCount where labels[start] == 0 {
      var depth = 0
      var node = start
      var cursor = Int(offsets[node])
      var end = Int(offsets[node + 1])
      var low = order
      var reachesOlder = false
      labels[node] = order
      order += 1

      search: while true {
        while cursor < end {
          let target = Int(targets[cursor])
          cursor += 1
          let label = labels[target]
          if label == 0 {
            labels[node] = low
            path[depth] =
              UInt32(truncatingIfNeeded: node) | (reachesOlder ? Frame.reachesOlder : 0)
            cursors[depth] = UInt32(truncatingIfNeeded: cursor)
            depth += 1
            node = target
            cursor = Int(offsets[node])
            end = Int(offsets[node + 1])
            low = order
            reachesOlder = false
            labels[node] = order
            order += 1
          } else if label < low {
            low = label
            reachesOlder = true
          }
        }

        if reachesOlder {
          labels[node] = low
          waiting -= 1
          path[waiting] = UInt32(truncatingIfNeeded: node)
        } else {
          order -= 1
          while waiting <= nodeCount {
            let member = Int(path[waiting])
            if labels[member] < low { break }
            labels[member] = nextLabel
            waiting += 1
            order -= 1
          }
          low = nextLabel
          labels[node] = low
          nextLabel -= 1
        }

        if depth == 0 { break search }
        depth -= 1
        let frame = path[depth]
        let childLow = low
        node = Int(frame & ~Frame.reachesOlder)
        reachesOlder = frame & Frame.reachesOlder != 0
        cursor = Int(cursors[depth])
        end = Int(offsets[node + 1])
        low = labels[node]
        if childLow < low {
          low = childLow
          reachesOlder = true
        }
      }
    }
    return nodeCount - Int(nextLabel)
  }
}
