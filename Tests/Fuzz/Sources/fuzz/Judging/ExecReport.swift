import Foundation

/// The parts of `leakcheck.json` that the fuzzer compares with its model.
///
/// Unknown members are ignored, and a missing member is `nil` if its type is optional. Therefore
/// reports with a newer schema can be read.
struct ExecReport: Decodable, Sendable {
  struct Node: Decodable, Sendable {
    var id: String
    var type: String
    var role: String
    var retainCount: Int?
    var referencesFound: Int?
    var multiplicity: Int?

    /// The number of objects that the node represents.
    var count: Int {
      if let multiplicity { return multiplicity }
      let parts = id.split(separator: "×")
      return parts.count > 1 ? parts.last.flatMap { Int($0) } ?? 1 : 1
    }

    /// The name of the class without its generic arguments.
    var className: String { String(type.prefix { $0 != "<" }) }

    /// The number of retains without a known owner.
    var unexplainedOwners: Int { retainCount.map { max(0, $0 - (referencesFound ?? 0)) } ?? 0 }
  }

  struct Reference: Decodable, Sendable {
    var from: String
    var to: String
    var label: String?
    var strength: String?
  }

  struct Total: Decodable, Sendable {
    var type: String
    var objects: Int

    /// The class without its generic arguments.
    var className: String { String(type.prefix { $0 != "<" }) }
  }

  struct Break: Decodable, Sendable { var reference: Int }

  struct Finding: Decodable, Sendable {
    var rule: String
    var confidence: String
    var nodes: [Node]
    var references: [Reference]
    var breakSet: [Break]?
    var hostBreakSet: [Break]?
    var occurrences: Int?
    /// The number of objects in all occurrences, by type; `nil` if there is only one occurrence.
    var totals: [Total]?

    /// Returns the number of objects of a class in all occurrences.
    ///
    /// The report shows the objects of one occurrence. If `isWanted` selects only some objects of
    /// the class, their number is assumed to be the same in each occurrence.
    func count(of className: String, where isWanted: (Node) -> Bool) -> Int {
      let all = nodes.filter { $0.className == className }.compactMap(leaked)
      let wanted = all.filter(isWanted).reduce(0) { $0 + $1.count }
      let shown = all.reduce(0) { $0 + $1.count }
      guard let totals, shown > 0 else { return wanted * (occurrences ?? 1) }
      let total = totals.filter { $0.className == className }.reduce(0) { $0 + $1.objects }
      return wanted == shown ? total : min(total, wanted * (occurrences ?? 1))
    }

    /// Returns the node if its objects are leaked. Returns `nil` if it is shown only for
    /// orientation (role `context`), with one exception: if the finding has several occurrences, a
    /// `context` node without references represents an object that only other occurrences keep
    /// alive, and is returned with the role `behind`.
    private func leaked(_ node: Node) -> Node? {
      guard node.role == "context" else { return node }
      let isConnected = references.contains { $0.from == node.id || $0.to == node.id }
      guard (occurrences ?? 1) > 1, !isConnected else { return nil }
      var node = node
      node.role = "behind"
      return node
    }

    var isCycle: Bool {
      ["retain-cycle", "closure-capture-cycle", "self-cycle"].contains(rule)
    }

    /// A Boolean value indicating whether the finding states that its objects can never be freed.
    var isLeak: Bool { isCycle || rule == "over-retained" }

    /// A Boolean value indicating whether the finding is reported as certain.
    var isProven: Bool { confidence == "proven" || confidence == "verified" }
  }

  struct Summary: Decodable, Sendable { var verdict: String? }

  var findings: [Finding]
  var summary: Summary?
}

/// One run of a generated program under `leakcheck exec`.
struct ExecRun: Sendable {
  var command: Command.Result
  /// The report, or `nil` if no report was written or it cannot be read.
  var report: ExecReport?
  /// The numbers that identify the objects that existed when the program ended, as the program
  /// itself recorded them.
  var alive: [Int]?

  /// The part of a report that must be the same in each run of a program.
  ///
  /// The element types of arrays are not included. In optimized code, `append` may create a buffer
  /// of another class than the initializer, and whether it creates one depends on the free memory
  /// behind the old buffer.
  var signature: String {
    let findings = (report?.findings ?? []).filter(\.isLeak).map { finding in
      let nodes = finding.nodes.filter { $0.role != "context" }
        .map { node in
          let type = node.type.hasPrefix("array of ") ? "array" : node.type
          return "\(type)/\(node.role)×\(node.count)"
        }.sorted().joined(separator: ",")
      return "\(finding.rule) \(finding.confidence) ×\(finding.occurrences ?? 1) \(nodes)"
    }
    return "status \(command.status)\n" + findings.sorted().joined(separator: "\n")
  }
}
