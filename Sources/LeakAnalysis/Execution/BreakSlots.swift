import HeapWalking
import OwnershipGraph

/// Finds the words of memory behind the references of a finding's graph.
struct BreakSlots {
  private struct Key: Hashable {
    var from: String
    var to: String
    var label: String
  }

  private typealias Stored = ObjectDescription.StoredReference

  private let graph: ObjectGraph
  /// By the ids of the objects.
  private var exact: [Key: [Stored]] = [:]
  /// By their types, for a graph whose objects are merged by type.
  private var merged: [Key: [Stored]] = [:]

  /// - Complexity: O(references of the description).
  init(of graph: ObjectGraph, target: BreakTarget) {
    self.graph = graph
    let known = target.description.graph.nodes
    let ids = Set(graph.nodes.map(\.id))
    let isMerged = target.nodes.contains {
      !ids.contains(known[$0].id) && known[$0].kind != .function
    }
    for stored in target.description.storedReferences {
      let (from, to) = (known[stored.from], known[stored.to])
      if isMerged {
        merged[
          Key(from: from.qualifiedType, to: to.qualifiedType, label: stored.label), default: []
        ]
        .append(stored)
      } else {
        exact[Key(from: from.id, to: to.id, label: stored.label), default: []].append(stored)
      }
    }
  }

  /// The words behind one reference of the graph; empty where none is known, or where the
  /// reference does not own its target.
  func stored(_ reference: Int) -> [ObjectDescription.StoredReference] {
    let reference = graph.references[reference]
    guard reference.strength == .strong, reference.evidence == .typed else { return [] }
    let (from, to) = (graph.nodes[reference.from], graph.nodes[reference.to])
    return exact[Key(from: from.id, to: to.id, label: reference.label)]
      ?? merged[
        Key(from: from.qualifiedType, to: to.qualifiedType, label: reference.label)] ?? []
  }
}
