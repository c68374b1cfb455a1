import Findings
import HeapWalking
import OwnershipGraph

/// A search for the references to break in a large cycle, whose objects are described by type.
///
/// A description by type merges all objects of a type. In such a description, a property that
/// refers to an object of the same type looks like a cycle, even the `next` property of a list that
/// ends. This search therefore examines the individual objects in the heap.
struct FoldedCycleBreaks {
  /// The maximum number of objects to examine, added up over all edits that are tried. At least two
  /// edits are tried, even if they exceed this number.
  private static let searchedObjects = 1_000_000

  private let members: [HeapNode]
  private let heap: HeapSnapshot
  private let target: BreakTarget
  private let origins: CodeOrigins
  /// For each object of the heap, its position in ``members``; -1 for other objects.
  private let positionOf: [Int32]
  /// The addresses of the members, ascending, with their positions in ``members``.
  private let starts: [(address: UInt, position: Int)]

  init(
    of members: [HeapNode], in heap: HeapSnapshot, target: BreakTarget, origins: CodeOrigins
  ) {
    self.members = members
    self.heap = heap
    self.target = target
    self.origins = origins
    var positionOf = [Int32](repeating: -1, count: heap.nodes.count)
    for (position, member) in members.enumerated() { positionOf[member.index] = Int32(position) }
    self.positionOf = positionOf
    starts = members.enumerated().map { (heap.address(of: $1), $0) }
      .sorted { $0.address < $1.address }
  }

  /// Tries the possible edits in order, and returns the first that breaks the program's cycles. An
  /// edit is a list of references, each given by its index in the finding's graph. Returns `nil` if
  /// no edit that was tried suffices. If only one edit is possible, returns it without a trial.
  ///
  /// - Complexity: O(*n* + *e* log *n*) for each edit that is tried, for *n* objects and *e*
  ///   references. The larger the cycle, the fewer edits are tried.
  func advised(for finding: Finding) -> [Int]? {
    let edits = finding.graph.editedReferences(origins: origins)
    if edits.count == 1 { return edits[0] }
    let slots = BreakSlots(of: finding.graph, target: target)
    let limit = max(2, Self.searchedObjects / (members.count + 1))
    return edits.prefix(limit).first { references in
      isBroken(by: references.flatMap { slots.stored($0) })
    }
  }

  /// Returns whether removing the given references leaves no cycle that contains an object of the
  /// program.
  private func isBroken(by removed: [StoredReferences.Word]) -> Bool {
    guard !removed.isEmpty else { return false }
    let left = RetainCycles(of: references(without: removed))
    return !members.indices.contains { left.isMember($0) && isProgram(members[$0]) }
  }

  /// Returns the references between the members, except the given ones.
  ///
  /// - Complexity: O(*n* + *e* log *n*) for *n* members and *e* references.
  private func references(without removed: [StoredReferences.Word]) -> SparseRows {
    let removed = removed.compactMap { word -> (source: Int, target: Int)? in
      guard let source = position(containing: word.slot.address) else { return nil }
      return heap.node(at: word.target).flatMap(position).map { (source, $0) }
    }.sorted { $0.source < $1.source }
    var rows = SparseRowsBuilder(expectedNodes: members.count, references: members.count)
    // For each member, how many references to it are to be removed from the current row.
    var removals = [Int32](repeating: 0, count: members.count)
    var next = 0
    for (source, member) in members.enumerated() {
      let first = next
      while next < removed.count, removed[next].source == source {
        removals[removed[next].target] += 1
        next += 1
      }
      for target in heap.targets(of: member) {
        guard let target = position(of: target) else { continue }
        if removals[target] > 0 { removals[target] -= 1 } else { rows.addReference(to: target) }
      }
      rows.endRow()
      for reference in removed[first..<next] { removals[reference.target] = 0 }
    }
    return rows.finished()
  }

  private func isProgram(_ object: HeapNode) -> Bool {
    target.description.nodeOf[heap.address(of: object)]
      .map { origins.isProgram(target.description.graph[$0]) } ?? false
  }

  /// Returns the position of an object in ``members``; `nil` if it is not a member.
  private func position(of object: HeapNode) -> Int? {
    let position = positionOf[object.index]
    return position < 0 ? nil : Int(position)
  }

  /// Returns the position of the last member that starts at or before an address.
  private func position(containing address: UInt) -> Int? {
    let index = starts.partitioningIndex { $0.address > address }
    return index > 0 ? starts[index - 1].position : nil
  }
}
