/// Immediate dominators by the Semi-NCA algorithm: Georgiadis, Tarjan and Werneck, "Finding
/// Dominators in Practice" (2006).
///
/// A node's semidominator is the smallest number from which a path of larger numbers reaches the
/// node. As in Lengauer and Tarjan's algorithm (1979), numbers are processed in descending order,
/// and a forest of the processed numbers yields the smallest semidominator on the path from a
/// number to its root. The immediate dominator is then the nearest common ancestor of the node's
/// parent and its semidominator in the dominator tree, which is built from the root downwards.
package struct ImmediateDominators {
  /// The immediate dominator of every number; 0 for the virtual root.
  private(set) var dominators: [UInt32]

  /// The default average number of single steps for each node. It suffices for the graphs that
  /// programs build; where more steps are needed, jumps are faster.
  package static let stepsPerNode = 16

  /// - Parameters:
  ///   - search: The graph.
  ///   - stepsPerNode: The average number of single steps up the dominator tree for each node,
  ///     after which ancestors are found by jumps; negative for jumps only.
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

  /// Finds the remaining dominators, in a tree that is too deep for single steps.
  ///
  /// Each number also stores a more distant ancestor, so that any ancestor is found in logarithmic
  /// time: Myers, "An Applicative Random-Access Stack" (1983).
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

  /// A processed number in the forest.
  private struct Link: BitwiseCopyable {
    /// The next number on the compressed path to the root.
    var ancestor: UInt32
    /// The smallest semidominator on the part of the path that was compressed.
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

  /// Returns the smallest semidominator on the path from `number` to its root in the forest,
  /// without the root.
  ///
  /// The path is compressed. Links are reversed while the path is followed upwards, so that
  /// following it back needs no memory.
  ///
  /// - Parameter linked: The smallest number in the forest; smaller numbers are roots.
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
