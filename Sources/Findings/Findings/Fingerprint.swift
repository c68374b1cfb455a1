package import OwnershipGraph
import Synchronization

/// An identifier of a finding that is stable across runs, machines and unrelated edits:
/// `v1:7c1e9a42`.
///
/// The fingerprint of a cycle is a hash of the set of its references, each of which is written as
/// (type, label, type). Because a set has no order and no repetitions, cycles with the same
/// references and different lengths have the same fingerprint. The only exception is a cycle of one
/// object, possibly through closures: its fingerprint differs from that of a longer cycle with the
/// same references. Indices in labels are replaced with `[*]`, and the numbers of closures, as in
/// `closure #1`, are removed. Addresses and lines are not included. All tasks have the same type,
/// so a suspended task is written with the function that it runs and the types of the objects that
/// its closures capture.
package enum Fingerprint {
  /// The version of the scheme, with which every fingerprint starts.
  static let version = "v1:"

  /// Returns the fingerprint of the cycles among nodes with role `cycle`.
  ///
  /// - Complexity: O(*e* log *e*) for *e* references, and O(*e*) for each reference from or to a
  ///   suspended task.
  package static func ofCycle(in graph: ObjectGraph) -> String {
    var references = Set<String>()
    for reference in graph.references
    where reference.strength == .strong && graph.nodes[reference.from].role == .cycle
      && graph.nodes[reference.to].role == .cycle
    {
      references.insert(
        [
          name(of: reference.from, in: graph), stableLabel(of: reference),
          name(of: reference.to, in: graph),
        ].joined(separator: "\u{1F}"))
    }
    let kind = isSelfCycle(graph) ? "self-cycle" : "cycle"
    // The graph contains none of the references if all of them are in memory whose types are
    // unknown. The types of the objects then distinguish the cycles.
    guard references.isEmpty else { return hash([kind] + references.sorted()) }
    let members = graph.nodes.indices.filter { graph.nodes[$0].role == .cycle }
    return hash([kind] + Set(members.map { name(of: $0, in: graph) }).sorted())
  }

  /// Returns the text that stands for a reference. The name of a property whose class was compiled
  /// without reflection metadata is not included, because a stripped program does not contain it.
  private static func stableLabel(of reference: ObjectGraph.Reference) -> String {
    stableLabel(
      reference.isInUndescribedProperty
        ? ObjectGraph.Reference.untypedMemory : reference.label)
  }

  /// Returns the text that stands for an object of a cycle.
  private static func name(of node: Int, in graph: ObjectGraph) -> String {
    let object = graph.nodes[node]
    guard object.suspended != nil else { return stableType(object.type) }
    let owned = graph.references.lazy.filter { $0.from == node && $0.strength == .strong }.map(\.to)
    return name(ofTask: object, withClosures: Set(owned), in: graph)
  }

  /// Returns the text that stands for a suspended task.
  ///
  /// - Parameter owned: The nodes that the task retains. Only the closures among them are used.
  private static func name(
    ofTask task: ObjectGraph.Node, withClosures owned: Set<Int>, in graph: ObjectGraph
  ) -> String {
    let captured = graph.references.lazy.filter { reference in
      reference.strength == .strong && owned.contains(reference.from)
        && graph.nodes[reference.from].kind.isClosure
    }.map { graph.nodes[$0.to] }.filter { $0.kind == .classInstance || $0.kind == .actor }
    let function = task.suspended?.function ?? ""
    let types = Set(captured.map { stableType($0.type) }).sorted()
    return "\(stableType("\(task.type) of \(function)")) with \(types.joined(separator: ", "))"
  }

  /// Returns whether the cycle consists of one object and closures. The optimizer determines
  /// whether a closure has a context, so closures do not count. A merged node counts as several
  /// objects.
  private static func isSelfCycle(_ graph: ObjectGraph) -> Bool {
    let objects = graph.nodes.lazy.filter { $0.role == .cycle && !$0.kind.isClosure }
    return objects.map(\.count).reduce(0, +) == 1
  }

  /// Returns the fingerprint of a finding without a cycle, computed from the types of its objects
  /// and the roots that retain them.
  package static func of(rule: Rule, types: [String], roots: [String]) -> String {
    let types = Set(types.map(stableType)).sorted()
    let roots = Set(roots.map { stableLabel(stableType($0)) }).sorted()
    return hash([rule.rawValue] + types + ["held by"] + roots)
  }

  /// Returns the fingerprint of over-retained objects.
  ///
  /// - Parameter behind: The objects that only these objects keep alive.
  package static func ofOverRetained(
    _ nodes: Set<GraphNode>, behind: Set<GraphNode>, in graph: ObjectGraph
  ) -> String {
    let owned = Set(behind.map(\.index))
    let types = nodes.map { node in
      let object = graph[node]
      return object.suspended == nil
        ? object.type : name(ofTask: object, withClosures: owned, in: graph)
    }
    return of(rule: .overRetained, types: types, roots: [])
  }

  /// Returns the fingerprint of a finding without a cycle. A suspended task is identified by the
  /// function that it runs.
  package static func of(rule: Rule, nodes: [ObjectGraph.Node], roots: [String]) -> String {
    let types = nodes.map { node in
      node.suspended.map { "\(node.type) of \($0.function)" } ?? node.type
    }
    return of(rule: rule, types: types, roots: roots)
  }

  /// Returns a hash of the ids of matrix cells. The hash depends on their order.
  static func of(cells: [String]) -> String { hash(["cells"] + cells) }

  /// Returns whether a text has a fingerprint's form: a version and hexadecimal digits.
  ///
  /// Fingerprints are printed without escaping, so every fingerprint from a file has to pass this
  /// check.
  package static func isWellFormed(_ text: String) -> Bool {
    text.utf8.count <= 64 && text.wholeMatch(of: #/v[0-9]+:[0-9a-f]+/#) != nil
  }

  /// Returns a type's name without the parts that unrelated edits change: the number of a closure
  /// or of a local declaration, the address or file of a private type's context, and the word
  /// `specialized`, with which the optimizer marks functions. Names that earlier versions used are
  /// replaced with the current ones.
  static func stableType(_ type: String) -> String {
    // Each pattern below matches only text with one of these characters. Creating a pattern is
    // slow, so a name without these characters is returned immediately.
    guard type.utf8.contains(where: { "#( ".utf8.contains($0) }) else { return type }
    if let known = stableTypes.withLock({ $0[type] }) { return known }
    let stable =
      type
      .replacing(#/(closure|implicit closure) #\d+ in /#) { "\($0.output.1) in " }
      .replacing(#/\(unknown context at \$[0-9a-fA-F]+\)\.?/#, with: "")
      .replacing(#/\((\w+) in _[0-9A-F]{16,}\)/#) { String($0.output.1) }
      .replacing(#/ #\d+/#, with: "")
      .replacing("specialized ", with: "")
      // Earlier versions used this name for all boxes whose type is unknown.
      .replacing("box of closure", with: "box of variable")
    stableTypes.withLock { $0[type] = stable }
    return stable
  }

  /// A cache of stable type names. Thousands of matrix cells contain the same few hundred types.
  private static let stableTypes = Mutex([String: String]())

  /// Returns a reference's label in which every index is replaced with `[*]` and the numbers of
  /// closures are removed.
  static func stableLabel(_ label: String) -> String {
    guard label.utf8.contains(where: { "[#".utf8.contains($0) }) else { return label }
    return label.withoutIndices.replacing(#/ #\d+/#, with: "")
  }

  /// Returns the 64-bit FNV-1a hash, folded to 32 bits.
  private static func hash(_ parts: [String]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in parts.joined(separator: "\u{1E}").utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let folded = UInt32(truncatingIfNeeded: hash ^ (hash >> 32))
    let digits = String(folded, radix: 16)
    return version + String(repeating: "0", count: 8 - digits.count) + digits
  }
}
