/// A comparison of the model with the findings about one group.
///
/// Objects are compared by class, because each class belongs to only one group.
struct GroupComparison {
  let group: ObjectGroup
  /// The names of the group's classes.
  let names: [String]
  let truths: [InstanceTruth]
  /// The findings that contain an object of the group.
  let findings: [ExecReport.Finding]
  private(set) var failures: [Failure] = []

  init(
    group: ObjectGroup, names: [String], truths: [InstanceTruth], findings: [ExecReport.Finding]
  ) {
    self.group = group
    self.names = names
    self.truths = truths
    self.findings = findings
  }

  mutating func compare() {
    for index in names.indices {
      comparePresence(index)
      compareCauses(index)
      compareProofs(index)
    }
    guard failures.isEmpty else { return }
    let simulation = BreakComparison(self)
    if let failure = simulation.failure() { failures.append(failure) }
  }

  mutating func fail(_ kind: Failure.Kind, _ text: String) {
    failures.append(Failure(kind: kind, group: group.number, text: text))
  }

  /// Returns the number of nodes of a class among all nodes that `nodes` selects from the
  /// instances.
  func count(_ classIndex: Int, _ nodes: (InstanceTruth) -> some Sequence<Int>) -> Int {
    truths.reduce(0) { sum, truth in
      sum + nodes(truth).reduce(0) { $0 + (group.nodes[$1].classIndex == classIndex ? 1 : 0) }
    }
  }

  private func reported(
    _ classIndex: Int, in findings: [ExecReport.Finding], where isWanted: (ExecReport.Node) -> Bool
  ) -> Int {
    findings.reduce(0) { $0 + $1.count(of: names[classIndex], where: isWanted) }
  }

  /// Checks that every leaked object is reported, and no other object.
  private mutating func comparePresence(_ index: Int) {
    let leaked = count(index) { $0.nodes(.leaked) }
    let required = count(index) { $0.required }
    let inCycles = reported(index, in: findings.filter(\.isCycle)) { _ in true }
    let overRetained = reported(index, in: findings.filter { $0.rule == "over-retained" }) { _ in
      true
    }
    // An object that two leaks keep alive is contained in both findings.
    let atMost = max(
      reported(index, in: findings.filter(\.isCycle)) { $0.role == "cycle" },
      reported(index, in: findings.filter { $0.rule == "over-retained" }) { $0.role == "held" })
    if leaked == 0, inCycles + overRetained > 0 {
      fail(.falseAlarm, "\(names[index]) is reported as leaked, but is not leaked")
    } else if required > 0, inCycles + overRetained == 0 {
      fail(.missed, "\(names[index]) is leaked, but not reported")
    } else if inCycles + overRetained < required || atMost > leaked {
      fail(
        .count,
        "\(names[index]): \(required)…\(leaked) objects are leaked; reported are \(inCycles) in "
          + "and behind cycles, \(overRetained) over-retained or behind such objects")
    }
  }

  /// Checks that cycles and unbalanced retains are reported with the correct rule.
  private mutating func compareCauses(_ index: Int) {
    let name = names[index]
    let cycles = findings.filter(\.isCycle)
    let isCyclic = count(index) { $0.cyclic } > 0
    let namedInCycle = reported(index, in: cycles) { $0.role == "cycle" } > 0
    if namedInCycle, !isCyclic, count(index, { $0.possiblyCyclic }) == 0 {
      fail(.rule, "\(name) is reported in a cycle, but is in no cycle")
    }
    if !namedInCycle, count(index, { $0.requiredCyclic }) > 0 {
      fail(.rule, "\(name) is in a cycle, but is not reported in a cycle")
    }
    let entries = reported(index, in: findings.filter { $0.rule == "over-retained" }) {
      $0.role == "held"
    }
    let isOverRetained = count(index) { $0.overRetained } > 0
    // An unbalanced retain cannot be distinguished from an owner in untyped memory.
    let isExplained = count(index) { $0.unexplained.intersection($0.nodes(.leaked)) } > 0
    if entries > 0, !isOverRetained, !isExplained {
      fail(.rule, "\(name) is reported as over-retained, but is not over-retained")
    }
    if count(index, { $0.requiredOverRetained }) > 0, entries == 0 {
      let unexplained = cycles.contains { finding in
        !finding.isProven
          && finding.nodes.contains { $0.className == name && $0.unexplainedOwners > 0 }
      }
      if !unexplained {
        fail(.rule, "\(name) is over-retained, but is not reported as over-retained")
      }
    }
  }

  /// Checks that a cycle is reported as certain only if typed references alone keep its objects
  /// alive.
  private mutating func compareProofs(_ index: Int) {
    let name = names[index]
    for finding in findings where finding.isCycle && finding.isProven {
      guard finding.nodes.contains(where: { $0.className == name && $0.role == "cycle" }) else {
        continue
      }
      if count(index, { $0.cyclic.subtracting($0.unprovable) }) == 0 {
        fail(.proof, "\(name) is in a \(finding.confidence) cycle, but has other owners")
      }
    }
  }
}
