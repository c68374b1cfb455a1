/// A comparison of the model with the breaks that the findings on a group advise: the breaks are
/// applied to the model, and no reported object may remain leaked.
///
/// A break is an edit of the source, which makes all references of one field or of one capture
/// weak. A reported reference connects objects of the runtime, such as an array, a box or a
/// closure, which the model does not have. The comparison therefore removes the broken references
/// from the report's graph. Where a field of one generated class then no longer reaches another
/// generated class, it cuts this field in the model.
struct BreakComparison {
  /// A field through which objects of one class refer to objects of another class.
  private struct Path: Hashable {
    var from: Int
    /// The index of the field, or `nil` if the report does not name a field.
    var field: Int?
    var to: Int
  }

  private let comparison: GroupComparison

  init(_ comparison: GroupComparison) { self.comparison = comparison }

  /// Returns the failure of the advice, if it does not free all reported objects.
  func failure() -> Failure? {
    var cuts = Set<Path>()
    var released = Set<Int>()
    for finding in comparison.findings.filter(\.isLeak) {
      if finding.isCycle {
        guard let breakSet = finding.breakSet, !breakSet.isEmpty else {
          return failure("a cycle has no break set")
        }
        let edits = Set(breakSet.map { edit(finding, finding.references[$0.reference]) })
        let (before, after) = (paths(finding, without: []), paths(finding, without: edits))
        // An edit may cut the field for only some objects of a class, because each object has a
        // different closure. The report does not show for which objects.
        let isAmbiguous = after.contains { !$0.value.isEmpty && $0.value != before[$0.key] }
        if isAmbiguous { return nil }
        cuts.formUnion(before.keys.filter { after[$0] == nil })
      }
      for node in finding.nodes where node.unexplainedOwners > 0 || finding.rule == "over-retained"
      {
        if let index = comparison.names.firstIndex(of: node.className) { released.insert(index) }
      }
    }
    guard let kept = classKept(cuts, released) else { return nil }
    let taken = cuts.map { path in
      "\(comparison.names[path.from]).\(path.field.map { "f\($0)" } ?? "?")"
    }
    return failure(
      "after every break, \(kept) is still leaked; the breaks cut \(Set(taken).sorted())")
  }

  private func failure(_ text: String) -> Failure {
    Failure(kind: .breakSet, group: comparison.group.number, text: text)
  }

  /// Returns a key that is equal for all references that one edit of the source changes.
  private func edit(_ finding: ExecReport.Finding, _ reference: ExecReport.Reference) -> String {
    let owner = finding.nodes.first { $0.id == reference.from }
    return "\(owner?.type ?? "").\(reference.label ?? "")"
  }

  /// Returns the paths from one generated class to another through other objects, each with the
  /// objects at its two ends.
  private func paths(
    _ finding: ExecReport.Finding, without edits: Set<String>
  ) -> [Path: Set<[String]>] {
    var indexOf: [String: Int] = [:]
    for node in finding.nodes { indexOf[node.id] = comparison.names.firstIndex(of: node.className) }
    let kept = finding.references.filter {
      ($0.strength ?? "strong") == "strong" && !edits.contains(edit(finding, $0))
    }
    let references = Dictionary(grouping: kept, by: \.from)
    var paths: [Path: Set<[String]>] = [:]
    for node in finding.nodes {
      guard let from = indexOf[node.id] else { continue }
      for first in references[node.id] ?? [] {
        var seen = Set<String>()
        var open = [first.to]
        while let next = open.popLast() {
          guard seen.insert(next).inserted else { continue }
          if let to = indexOf[next] {
            let path = Path(from: from, field: field(first.label), to: to)
            paths[path, default: []].insert([node.id, next])
          } else {
            open += (references[next] ?? []).map(\.to)
          }
        }
      }
    }
    return paths
  }

  /// Returns the index of the field with which a label such as `f3.c0[*]` begins.
  private func field(_ label: String?) -> Int? {
    // The name of the storage of a property with a wrapper begins with an underscore.
    guard let label, let name = label.split(separator: "_").first, name.hasPrefix("f") else {
      return nil
    }
    return Int(name.dropFirst().prefix(while: \.isNumber))
  }

  /// Returns the class of a required object that is still leaked after references are cut and
  /// retains released.
  private func classKept(_ cuts: Set<Path>, _ released: Set<Int>) -> String? {
    let group = comparison.group
    func classIndex(_ node: Int) -> Int { group.nodes[node].classIndex }
    let edges = group.edges.filter { edge in
      let path = Path(from: classIndex(edge.from), field: edge.field, to: classIndex(edge.to))
      let unnamed = Path(from: path.from, field: nil, to: path.to)
      guard edge.isScanned else { return !cuts.contains(path) }
      // The report counts an owner in untyped memory as a retain without a known owner.
      return !cuts.contains(path) && !cuts.contains(unnamed) && !released.contains(path.to)
    }
    for (instance, truth) in zip(group.instances, comparison.truths) {
      var instance = instance
      // A retain that may belong to a possible owner need not be reported.
      instance.retains = instance.retains.filter {
        truth.requiredOverRetained.contains($0.key) && !released.contains(classIndex($0.key))
      }
      let after = InstanceTruth(instance, edges: edges, nodeCount: group.nodes.count)
      let kept = truth.required.intersection(after.nodes(.leaked))
      if let node = kept.min() { return comparison.names[classIndex(node)] }
    }
    return nil
  }
}
