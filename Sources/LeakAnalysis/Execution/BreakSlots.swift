import HeapWalking
import OwnershipGraph

/// A type that finds the words of memory that store the references of a finding's graph.
struct BreakSlots {
  private struct Key: Hashable {
    var from: String
    var to: String
    var label: String
  }

  private typealias Stored = ObjectDescription.StoredReference

  private let graph: ObjectGraph
  /// The stored references, by the ids of the two objects that they connect.
  private var exact: [Key: [Stored]] = [:]
  /// The stored references, by the types of the two objects that they connect. Used for a graph
  /// whose objects are merged by type.
  private var merged: [Key: [Stored]] = [:]

  /// - Complexity: O(references of the description).
  init(of graph: ObjectGraph, target: BreakTarget) {
    self.graph = graph
    let known = target.description.graph
    let ids = Set(graph.nodes.map(\.id))
    let isMerged = target.nodes.contains {
      !ids.contains(known[$0].id) && known[$0].kind != .function
    }
    for run in target.description.storedReferences.runs(by: Self.areAlike) {
      let (from, to) = (known[run[run.startIndex].from], known[run[run.startIndex].to])
      let label = run[run.startIndex].label
      if isMerged {
        merged[Key(from: from.qualifiedType, to: to.qualifiedType, label: label), default: []] +=
          run
      } else {
        exact[Key(from: from.id, to: to.id, label: label), default: []] += run
      }
    }
  }

  private static func areAlike(_ one: Stored, _ other: Stored) -> Bool {
    one.from == other.from && one.to == other.to && one.label == other.label
  }

  /// Returns the words that store one reference of the graph; empty if no word is known, if the
  /// reference is not strong, or if it was found by scanning untyped memory.
  func stored(_ reference: Int) -> [ObjectDescription.StoredReference] {
    let reference = graph.references[reference]
    guard reference.strength == .strong, reference.evidence == .typed else { return [] }
    let (from, to) = (graph.nodes[reference.from], graph.nodes[reference.to])
    return exact[Key(from: from.id, to: to.id, label: reference.label)]
      ?? merged[
        Key(from: from.qualifiedType, to: to.qualifiedType, label: reference.label)] ?? []
  }
}

extension Array {
  /// Divides the array into the longest slices in which every two consecutive elements satisfy a
  /// predicate.
  fileprivate func runs(by areAlike: (Element, Element) -> Bool) -> [ArraySlice<Element>] {
    var runs: [ArraySlice<Element>] = []
    var start = startIndex
    for index in indices.dropFirst() where !areAlike(self[index - 1], self[index]) {
      runs.append(self[start..<index])
      start = index
    }
    if start < endIndex { runs.append(self[start...]) }
    return runs
  }
}
