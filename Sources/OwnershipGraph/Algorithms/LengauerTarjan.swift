/// Immediate dominators by Lengauer and Tarjan ("A fast algorithm for finding
/// dominators in a flowgraph", 1979), in the simple version.
enum LengauerTarjan {
  /// The immediate dominator of every number of a depth-first search.
  ///
  /// A node's semidominator is the smallest number from which a path leads to it
  /// through larger numbers only. Numbers are processed downwards; a forest of
  /// those already done answers, for a path up to its root, which number on it
  /// has the smallest semidominator. The forest's paths are compressed as they
  /// are asked.
  ///
  /// - Complexity: O(*e* log *n*).
  static func immediateDominators(of search: DepthFirstNumbering) -> [UInt32] {
    let count = search.nodes.count
    let none = UInt32.max
    var dominators = [UInt32](repeating: 0, count: count)
    var semiStorage = [UInt32](repeating: 0, count: count)
    var bestStorage = [UInt32](repeating: 0, count: count)
    var ancestorStorage = search.parents
    var bucketStorage = [UInt32](repeating: none, count: count)
    var nextStorage = [UInt32](repeating: none, count: count)
    var path: [UInt32] = []
    var dominator = dominators.mutableSpan
    var semi = semiStorage.mutableSpan
    var best = bestStorage.mutableSpan
    var ancestor = ancestorStorage.mutableSpan
    var bucket = bucketStorage.mutableSpan
    var nextInBucket = nextStorage.mutableSpan
    let parents = search.parents.span
    let offsets = search.predecessorOffsets.span
    let predecessors = search.predecessors.span
    for number in 0..<count {
      semi[number] = UInt32(truncatingIfNeeded: number)
      best[number] = UInt32(truncatingIfNeeded: number)
    }

    for number in (1..<max(count, 1)).reversed() {
      var semidominator = parents[number]
      for place in Int(offsets[number])..<Int(offsets[number + 1]) {
        let predecessor = predecessors[place]
        if Int(predecessor) <= number {
          semidominator = min(semidominator, predecessor)
        } else {
          let smallest = smallest(
            to: Int(predecessor), linked: number + 1, semi: semi, best: &best,
            ancestor: &ancestor, path: &path)
          semidominator = min(semidominator, semi[Int(smallest)])
        }
      }
      semi[number] = semidominator
      nextInBucket[number] = bucket[Int(semidominator)]
      bucket[Int(semidominator)] = UInt32(truncatingIfNeeded: number)

      let parent = parents[number]
      var waiting = bucket[Int(parent)]
      bucket[Int(parent)] = none
      while waiting != none {
        let candidate = smallest(
          to: Int(waiting), linked: number, semi: semi, best: &best, ancestor: &ancestor,
          path: &path)
        dominator[Int(waiting)] =
          semi[Int(candidate)] < semi[Int(waiting)] ? candidate : parent
        waiting = nextInBucket[Int(waiting)]
      }
    }
    for number in 1..<max(count, 1) where dominator[number] != semi[number] {
      dominator[number] = dominator[Int(dominator[number])]
    }
    return dominators
  }

  /// The number with the smallest semidominator on the forest's path to `number`,
  /// the path's root excluded.
  ///
  /// - Parameters:
  ///   - linked: Numbers from here upwards are in the forest; smaller ones are roots.
  ///   - best: For each number the answer over the path that was compressed away.
  ///   - ancestor: For each number the next one on its compressed path.
  ///   - path: Room to work in.
  private static func smallest(
    to number: Int, linked: Int, semi: borrowing MutableSpan<UInt32>,
    best: inout MutableSpan<UInt32>, ancestor: inout MutableSpan<UInt32>, path: inout [UInt32]
  ) -> UInt32 {
    if Int(ancestor[number]) < linked { return best[number] }
    path.removeAll(keepingCapacity: true)
    var current = number
    while Int(ancestor[current]) >= linked {
      path.append(UInt32(truncatingIfNeeded: current))
      current = Int(ancestor[current])
    }
    let root = ancestor[current]
    var above = current
    while let step = path.popLast() {
      let step = Int(step)
      if semi[Int(best[above])] < semi[Int(best[step])] { best[step] = best[above] }
      ancestor[step] = root
      above = step
    }
    return best[number]
  }
}
