/// A depth-first spanning tree in which the virtual root is number 0.
///
/// It renumbers nodes and references in order of discovery, so that what uses it
/// reads memory nearly in sequence.
struct DepthFirstNumbering {
  /// The node with each number; the virtual root's entry has no meaning.
  let nodes: [UInt32]
  /// The number of the tree parent of each number.
  let parents: [UInt32]
  /// The number of each node, 0 where no root reaches it.
  let places: [UInt32]
  /// Where each number's predecessors begin in ``predecessors``, and their end.
  let predecessorOffsets: [UInt32]
  /// The numbers of the nodes that refer to each number; a root's virtual parent
  /// is among them as 0.
  let predecessors: [UInt32]

  init(of rows: SparseRows, from roots: some Sequence<Int>) {
    let nodeCount = rows.nodeCount
    var places = [UInt32](repeating: 0, count: nodeCount)
    var nodes = [UInt32](repeating: 0, count: nodeCount + 1)
    var parents = [UInt32](repeating: 0, count: nodeCount + 1)
    var isRoot = [Bool](repeating: false, count: nodeCount)
    var count = 0
    do {
      var cursorStorage = [UInt32](repeating: 0, count: nodeCount + 1)
      var cursors = cursorStorage.mutableSpan
      var places = places.mutableSpan
      var nodes = nodes.mutableSpan
      var parents = parents.mutableSpan
      let offsets = rows.offsets.span
      let targets = rows.targets.span
      for root in roots {
        isRoot[root] = true
        guard places[root] == 0 else { continue }
        count += 1
        places[root] = UInt32(truncatingIfNeeded: count)
        nodes[count] = UInt32(truncatingIfNeeded: root)
        cursors[count] = offsets[root]
        var current = count
        var cursor = Int(offsets[root])
        var end = Int(offsets[root + 1])
        while true {
          if cursor < end {
            let target = Int(targets[cursor])
            cursor += 1
            guard places[target] == 0 else { continue }
            cursors[current] = UInt32(truncatingIfNeeded: cursor)
            count += 1
            places[target] = UInt32(truncatingIfNeeded: count)
            nodes[count] = UInt32(truncatingIfNeeded: target)
            parents[count] = UInt32(truncatingIfNeeded: current)
            current = count
            cursor = Int(offsets[target])
            end = Int(offsets[target + 1])
          } else {
            current = Int(parents[current])
            if current == 0 { break }
            cursor = Int(cursors[current])
            end = Int(offsets[Int(nodes[current]) + 1])
          }
        }
      }
    }
    nodes.removeLast(nodeCount - count)
    parents.removeLast(nodeCount - count)

    var starts = [UInt32](repeating: 0, count: count + 2)
    var predecessors: [UInt32]
    do {
      var starts = starts.mutableSpan
      let nodes = nodes.span
      let places = places.span
      let offsets = rows.offsets.span
      let targets = rows.targets.span
      for number in 1..<(count + 1) {
        let node = Int(nodes[number])
        if isRoot[node] { starts[number] += 1 }
        for reference in Int(offsets[node])..<Int(offsets[node + 1]) {
          starts[Int(places[Int(targets[reference])])] += 1
        }
      }
      var end: UInt32 = 0
      for number in 0..<(count + 1) {
        end += starts[number]
        starts[number] = end
      }
      starts[count + 1] = end
      predecessors = [UInt32](repeating: 0, count: Int(end))
      var filled = predecessors.mutableSpan
      for number in (1..<(count + 1)).reversed() {
        let node = Int(nodes[number])
        for reference in Int(offsets[node])..<Int(offsets[node + 1]) {
          let target = Int(places[Int(targets[reference])])
          starts[target] -= 1
          filled[Int(starts[target])] = UInt32(truncatingIfNeeded: number)
        }
        // The entry for the virtual root is the 0 that is already there.
      }
      for number in 1..<(count + 1) where isRoot[Int(nodes[number])] { starts[number] -= 1 }
    }
    self.nodes = nodes
    self.parents = parents
    self.places = places
    self.predecessorOffsets = starts
    self.predecessors = predecessors
  }
}
