/// Immediate dominators by the Semi-NCA algorithm: Georgiadis, Tarjan and Werneck, "Finding
/// Dominators in Practice" (2006).
///
/// Nodes are identified by their numbers in a ``DepthFirstNumbering``. To define the semidominator
/// of a node *v*, consider the paths to *v* on which all nodes between the first node and *v* have
/// larger numbers than *v*. The semidominator is the smallest number among the first nodes of these
/// paths. As in Lengauer and Tarjan's algorithm (1979), the nodes are processed in descending
/// order. A forest of the processed nodes yields the smallest semidominator on the path from a node
/// to the root of its tree.
///
/// The dominator tree is then built from the root downwards. The immediate dominator of a node is
/// the nearest common ancestor, in the dominator tree, of the node's semidominator and the node's
/// parent in the depth-first tree.
package struct ImmediateDominators {
  /// For each node, the number of its immediate dominator; 0 for the virtual root. The index is the
  /// node's number.
  private(set) var dominators: [UInt32]

  /// The default limit on the average number of steps for each node. A step goes from a node of the
  /// dominator tree to its parent. The limit suffices for the graphs that programs build. In graphs
  /// that need more steps, it is faster to use *jumps*, which skip several ancestors at once.
  package static let stepsPerNode = 16

  /// - Parameters:
  ///   - search: The numbering of the graph.
  ///   - stepsPerNode: The maximum number of steps up the dominator tree, averaged over all nodes.
  ///     When the maximum is exceeded, jumps are used to find the remaining dominators. If the
  ///     maximum is negative, jumps are used to find all dominators.
  /// - Complexity: O(*e* log *n*), without recursion.
  init(of search: DepthFirstNumbering, stepsPerNode: Int) {
    let count = search.nodes.count
    let semidominators = Self.semidominators(of: search)
    dominators = [UInt32](repeating: 0, count: count)
    var steps = stepsPerNode * count
    let parents = search.parents.span
    let semi = semidominators.span
    var number = 1
    do {
      var dominators = dominators.mutableSpan
      while number < count, steps >= 0 {
        let bound = semi[number]
        var ancestor = parents[number]
        while ancestor > bound {
          ancestor = dominators[Int(ancestor)]
          steps -= 1
        }
        dominators[number] = ancestor
        number += 1
      }
    }
    if number < count { findByJumps(from: number, parents, semi) }
  }

  /// Finds the dominators of the node with the number `first` and of all nodes with larger numbers,
  /// in a tree that is too deep for single steps.
  ///
  /// In addition to its dominator, each node has a link to an ancestor that may be distant, so that
  /// any ancestor is found in logarithmic time: Myers, "An Applicative Random-Access Stack" (1983).
  private mutating func findByJumps(
    from first: Int, _ parents: borrowing Span<UInt32>, _ semi: borrowing Span<UInt32>
  ) {
    let count = dominators.count
    var depthStorage = [UInt32](repeating: 0, count: count)
    var jumpStorage = [UInt32](repeating: 0, count: count)
    var depths = depthStorage.mutableSpan
    var jumps = jumpStorage.mutableSpan
    var dominators = dominators.mutableSpan
    for number in 1..<count {
      if number >= first {
        let bound = semi[number]
        var ancestor = parents[number]
        while ancestor > bound {
          let far = jumps[Int(ancestor)]
          ancestor = far >= bound ? far : dominators[Int(ancestor)]
        }
        dominators[number] = ancestor
      }
      let dominator = dominators[number]
      let jump = jumps[Int(dominator)]
      let further = jumps[Int(jump)]
      let depth = depths[Int(dominator)]
      depths[number] = depth + 1
      let isAsFar = depth - depths[Int(jump)] == depths[Int(jump)] - depths[Int(further)]
      jumps[number] = isAsFar ? further : dominator
    }
  }

  /// The state of a node in the forest.
  private struct Link: BitwiseCopyable {
    /// The number of the next node on the path to the root. Compression may have shortened this
    /// path.
    var ancestor: UInt32
    /// The smallest semidominator on the uncompressed path from the node to `ancestor`, not
    /// including `ancestor`.
    var minimum: UInt32
  }

  private static func semidominators(of search: DepthFirstNumbering) -> [UInt32] {
    let count = search.nodes.count
    var storage = search.smallestPredecessors
    var linkStorage: [Link] = zip(search.parents, storage).map { Link(ancestor: $0, minimum: $1) }
    var semidominators = storage.mutableSpan
    var links = linkStorage.mutableSpan
    let offsets = search.laterOffsets.span
    let predecessors = search.laterPredecessors.span
    for number in (1..<max(count, 1)).reversed() {
      let positions = Int(offsets[number])..<Int(offsets[number + 1])
      guard !positions.isEmpty else { continue }
      var semidominator = semidominators[number]
      for position in positions {
        let minimum = smallestSemidominator(
          to: Int(predecessors[position]), linked: UInt32(truncatingIfNeeded: number + 1), &links)
        semidominator = min(semidominator, minimum)
      }
      semidominators[number] = semidominator
      links[number].minimum = semidominator
    }
    return storage
  }

  /// Returns the smallest semidominator on the path from `number` to the root of its tree in the
  /// forest, not including the root.
  ///
  /// The function compresses the path. While it follows the path upwards, it reverses the links, so
  /// that it can follow the path back without a stack.
  ///
  /// - Parameter linked: The smallest number of a node that is linked to a parent in the forest.
  ///   Nodes with smaller numbers are roots.
  @inline(__always)
  private static func smallestSemidominator(
    to number: Int, linked: UInt32, _ links: inout MutableSpan<Link>
  ) -> UInt32 {
    guard links[number].ancestor >= linked else { return links[number].minimum }
    compress(from: number, linked: linked, &links)
    return links[number].minimum
  }

  private static func compress(from number: Int, linked: UInt32, _ links: inout MutableSpan<Link>) {
    let none = UInt32.max
    var below = none
    var current = UInt32(truncatingIfNeeded: number)
    var link = links[number]
    while link.ancestor >= linked {
      links[Int(current)].ancestor = below
      below = current
      current = link.ancestor
      link = links[Int(current)]
    }
    let root = link.ancestor
    var minimum = link.minimum
    while below != none {
      let step = links[Int(below)]
      minimum = min(minimum, step.minimum)
      links[Int(below)] = Link(ancestor: root, minimum: minimum)
      below = step.ancestor
    }
  }
}
