/// A comparison of the model with the report about a program.
struct Verdict {
  private(set) var failures: [Failure] = []
  private let program: FuzzProgram
  private let truth: ProgramTruth
  private let findings: [ExecReport.Finding]

  init(_ program: FuzzProgram, _ truth: ProgramTruth, _ run: ExecRun) {
    self.program = program
    self.truth = truth
    findings = run.report?.findings ?? []
    if run.command.timedOut {
      failures.append(Failure(kind: .hang, text: "no result within the deadline"))
      return
    }
    compareCounters(run)
    compareStatus(run)
    guard run.report != nil else {
      failures.append(Failure(kind: .crash, text: "no report: \(run.command.errors.suffix(400))"))
      return
    }
    for index in program.groups.indices { judge(index) }
  }

  private mutating func compareCounters(_ run: ExecRun) {
    let expected = truth.numbers([.alive, .heldByRuntime, .leaked])
    guard let alive = run.alive, alive == expected else {
      let found = run.alive.map { "\(Set($0).symmetricDifference(expected).sorted())" }
      failures.append(
        Failure(kind: .model, text: "counters differ from the model: \(found ?? "none printed")"))
      return
    }
  }

  private mutating func compareStatus(_ run: ExecRun) {
    let status = run.command.status
    if status == 3 || status > 4 {
      failures.append(
        Failure(
          kind: run.command.errors.contains("crash") || status > 4 ? .crash : .status,
          text: "exit status \(status): \(run.command.errors.suffix(400))"))
    } else if truth.mustLeak ? status != 1 : !truth.mayLeak && status != 0 {
      failures.append(
        Failure(
          kind: .status, text: "exit status \(status), expected \(truth.mustLeak ? 1 : 0)"))
    }
  }

  private mutating func judge(_ index: Int) {
    let group = program.groups[index]
    let names = group.classes.indices.map { program.className(group, $0) }
    let own = findings.filter { finding in
      finding.nodes.contains { names.contains($0.className) && $0.role != "context" }
    }
    var comparison = GroupComparison(
      group: group, names: names, truths: truth.instances[index], findings: own)
    comparison.compare()
    failures += comparison.failures
  }
}
