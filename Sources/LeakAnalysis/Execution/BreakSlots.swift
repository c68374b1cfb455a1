import HeapWalking
import OwnershipGraph

/// A type that finds the words of memory that store the references of a finding's graph.
struct BreakSlots {
  private struct Key: Hashable {
    var from: String
    var to: String
    var label: String
  }

  private let graph: ObjectGraph
  /// The words that store references, by the ids of the two objects that they connect.
  private var exact: [Key: [StoredReferences.Word]] = [:]
  /// The words that store references, by the types of the two objects that they connect. Used for a
  /// graph whose objects are merged by type.
  private var merged: [Key: [StoredReferences.Word]] = [:]

  /// - Complexity: O(references of the description).
  init(of graph: ObjectGraph, target: BreakTarget) {
    self.graph = graph
    let known = target.description.graph
    let ids = Set(graph.nodes.map(\.id))
    let isMerged = target.nodes.contains {
      !ids.contains(known[$0].id) && known[$0].kind != .function
    }
    for group in target.description.storedReferences.groups {
      let (from, to) = (known[group.edge.from], known[group.edge.to])
      let label = group.edge.label
      if isMerged {
        let key = Key(from: from.qualifiedType, to: to.qualifiedType, label: label)
        merged[key] = merged[key].map { $0 + group.words } ?? group.words
      } else {
        let key = Key(from: from.id, to: to.id, label: label)
        exact[key] = exact[key].map { $0 + group.words } ?? group.words
      }
    }
  }

  /// Returns the words that store one reference of the graph; empty if no word is known, if the
  /// reference is not strong, or if it was found by scanning untyped memory.
  func stored(_ reference: Int) -> [StoredReferences.Word] {
    let reference = graph.references[reference]
    guard reference.strength == .strong, reference.evidence == .typed else { return [] }
    let (from, to) = (graph.nodes[reference.from], graph.nodes[reference.to])
    return exact[Key(from: from.id, to: to.id, label: reference.label)]
      ?? merged[
        Key(from: from.qualifiedType, to: to.qualifiedType, label: reference.label)] ?? []
  }
}
