/// A type that applies the breaks that the findings on a group advise to the model, and compares
/// what remains.
///
/// A break is an edit of the source: it makes all references of a kind weak, those of one field or
/// of one capture. A reported reference leads from one object of the runtime to another: an array,
/// a box, a closure. It is carried over to the model by what it takes from the report's graph: a
/// field by which one class reached another over objects of no generated class, and does not any
/// more, is cut.
struct BreakComparison {
  /// A field by which objects of one class refer to those of another.
  private struct Path: Hashable {
    var from: Int
    /// `nil` where the report does not name a field.
    var field: Int?
    var to: Int
  }

  private let comparison: GroupComparison

  init(_ comparison: GroupComparison) { self.comparison = comparison }

  /// The failure of the advice, if it does not free what is reported.
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
        // Where an edit cuts the field of some objects of a class only, because each has a closure
        // of its own, the report does not show of which.
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

  /// A key that is equal for all references that one edit of the source changes.
  private func edit(_ finding: ExecReport.Finding, _ reference: ExecReport.Reference) -> String {
    let owner = finding.nodes.first { $0.id == reference.from }
    return "\(owner?.type ?? "").\(reference.label ?? "")"
  }

  /// The ways from one generated class to another over other objects, each with the objects that
  /// it leads from and to.
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

  /// The index of the field that a label such as `f3.c0[*]` begins with.
  private func field(_ label: String?) -> Int? {
    // The storage of a property with a wrapper has an underscore in front.
    guard let label, let name = label.split(separator: "_").first, name.hasPrefix("f") else {
      return nil
    }
    return Int(name.dropFirst().prefix(while: \.isNumber))
  }

  /// The class of a required object that is leaked still, with references cut and retains
  /// released.
  private func classKept(_ cuts: Set<Path>, _ released: Set<Int>) -> String? {
    let group = comparison.group
    func classIndex(_ node: Int) -> Int { group.nodes[node].classIndex }
    let edges = group.edges.filter { edge in
      let path = Path(from: classIndex(edge.from), field: edge.field, to: classIndex(edge.to))
      let unnamed = Path(from: path.from, field: nil, to: path.to)
      guard edge.isScanned else { return !cuts.contains(path) }
      // An owner in untyped memory is reported as a retain that is not explained.
      return !cuts.contains(path) && !cuts.contains(unnamed) && !released.contains(path.to)
    }
    for (instance, truth) in zip(group.instances, comparison.truths) {
      var instance = instance
      // A retain that a possible owner explains need not be reported.
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
