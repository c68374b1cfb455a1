/// A comparison of the model with the breaks that the findings about a group suggest. After all
/// suggested breaks are applied to the model, no reported object may be leaked.
///
/// A suggested break is an edit of the source that makes all references of one field or one capture
/// weak. A reported reference may start or end at an object of the runtime that is not part of the
/// model, such as an array, a box or a closure. Therefore the references to break are first removed
/// from the graph in the report. If a field of one generated class no longer leads to another
/// generated class in that graph, the field is cut in the model.
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

  /// Returns a failure if the suggested breaks do not free all reported objects; `nil` if they do.
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
        // An edit may cut a field for only some objects of a class, because each object may have a
        // different closure. The report does not show which objects these are.
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

  /// Returns a key for the edit of the source that changes a reference. References that the same
  /// edit changes have the same key.
  private func edit(_ finding: ExecReport.Finding, _ reference: ExecReport.Reference) -> String {
    let owner = finding.nodes.first { $0.id == reference.from }
    return "\(owner?.type ?? "").\(reference.label ?? "")"
  }

  /// Returns the paths that lead from one generated class to another, directly or through objects
  /// that are not part of the model. Each path comes with the pairs of objects that it connects. If
  /// the first object of a pair stands for several objects, the pair also contains the next object
  /// on the path, because an edit of the next object may cut the field of only some of them.
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
            let way = node.count > 1 ? [first.to] : []
            paths[path, default: []].insert([node.id, next] + way)
          } else {
            open += (references[next] ?? []).map(\.to)
          }
        }
      }
    }
    return paths
  }

  /// Returns the index of the field that a label such as `f3.c0[*]` names first.
  private func field(_ label: String?) -> Int? {
    // The storage of a property with a wrapper has a name that begins with an underscore.
    guard let label, let name = label.split(separator: "_").first, name.hasPrefix("f") else {
      return nil
    }
    return Int(name.dropFirst().prefix(while: \.isNumber))
  }

  /// In a copy of the model, cuts the references in `cuts` and releases the retains of the classes
  /// in `released`. Returns the name of the class of an object that is still leaked and that a
  /// report must contain; `nil` if there is none.
  private func classKept(_ cuts: Set<Path>, _ released: Set<Int>) -> String? {
    let group = comparison.group
    func classIndex(_ node: Int) -> Int { group.nodes[node].classIndex }
    let edges = group.edges.filter { edge in
      let path = Path(from: classIndex(edge.from), field: edge.field, to: classIndex(edge.to))
      let unnamed = Path(from: path.from, field: nil, to: path.to)
      guard edge.isScanned else { return !cuts.contains(path) }
      // The report treats an owner in untyped memory as a retain without a known owner.
      return !cuts.contains(path) && !cuts.contains(unnamed) && !released.contains(path.to)
    }
    for (instance, truth) in zip(group.instances, comparison.truths) {
      var instance = instance
      // An unbalanced retain need not be reported if a possible reference may explain it.
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
