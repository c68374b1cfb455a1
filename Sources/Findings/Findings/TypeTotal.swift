import OwnershipGraph

/// The objects of one type in all occurrences of a finding. A report shows only one occurrence.
package struct TypeTotal: Hashable, Codable, Sendable {
  /// The type's name as shown in the finding's objects.
  package var type: String
  package var objects: Int
  package var bytes: Int

  package init(type: String, objects: Int, bytes: Int) {
    self.type = type
    self.objects = objects
    self.bytes = bytes
  }

  /// Returns the totals for each type, given the graph of one occurrence. All occurrences are
  /// equal.
  static func totals(in graph: ObjectGraph, occurrences: Int) -> [TypeTotal] {
    let kept = graph.nodes.filter { $0.role != .context && $0.kind.isObject }
    return sum(
      kept.map {
        TypeTotal(type: $0.type, objects: $0.count * occurrences, bytes: $0.size * occurrences)
      })
  }

  /// Returns the sum of the totals for each type, ordered by type.
  static func sum(_ totals: [TypeTotal]) -> [TypeTotal] {
    Dictionary(grouping: totals, by: \.type).map { type, parts in
      TypeTotal(
        type: type, objects: parts.map(\.objects).reduce(0, +),
        bytes: parts.map(\.bytes).reduce(0, +))
    }.sorted { $0.type < $1.type }
  }
}
