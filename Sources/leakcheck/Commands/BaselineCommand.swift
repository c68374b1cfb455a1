import Findings
import Reporting

/// `leakcheck baseline create|update|prune`: manages the file of known findings.
struct BaselineCommand {
  enum Action: String, CaseIterable {
    case create, update, prune
  }

  var action = Action.create
  var file = BaselineOnDisk(BaselineOnDisk.defaultPath)
  var report = ReportFile.defaultPath

  init(parsing arguments: [String]) throws(CommandError) {
    var reader = Arguments(arguments)
    let operands = try reader.read(Self.options, into: &self, maxOperands: 1)
    let known = Action.allCases.map(\.rawValue)
    guard let word = operands.first else {
      throw CommandError("baseline expects an action: \(known.joined(separator: ", "))")
    }
    guard let action = Action(rawValue: word) else { throw .unknown("action", word, among: known) }
    self.action = action
  }

  /// Writes the baseline. If an error occurs, the file is unchanged.
  func run() throws(CommandError) -> Int32 {
    let report = try ReportFile.report(at: report, namedBy: "--report")
    let before: Baseline
    let after: Baseline
    switch action {
    case .create:
      guard !file.exists else {
        throw CommandError(
          "the baseline '\(file.path)' already exists; see leakcheck baseline update")
      }
      before = Baseline()
      after = Baseline(of: report)
    case .update:
      before = try file.valid()
      after = before.updated(with: report)
    case .prune:
      guard let today = CalendarDay.today else { throw CommandError("the current date is unknown") }
      try refusePart(report)
      before = try file.whole()
      after = before.pruned(by: report, on: today)
      warn(about: before.unexamined(in: report), report)
    }
    try file.write(after)
    Console.print(words(from: before, to: after))
    return ExitStatus.clean
  }

  /// Throws an error if findings may be missing from the report: it may cover only a part of the
  /// matrix, the program may have failed, or the report may be inconclusive.
  private func refusePart(_ report: LeakReport) throws(CommandError) {
    if report.shard != nil {
      throw CommandError(
        "a shard's report cannot show which entries are stale; merge the shards first")
    }
    if report.program == nil, report.isSelective == nil {
      throw CommandError(
        "the report does not state whether it covers the whole matrix, because an earlier version "
          + "of leakcheck wrote it; run leakcheck again")
    }
    if report.isSelective == true {
      throw CommandError(
        "the report covers only a part of the matrix, so it cannot show which entries are stale; "
          + "use the report of a run without options that select cells")
    }
    if report.program?.failure != nil {
      throw CommandError("the program failed, so its report cannot show which entries are stale")
    }
    if report.verdict(failing: .none) == .inconclusive {
      throw CommandError("the report is inconclusive, so it cannot show which entries are stale")
    }
  }

  /// Prints how many entries are kept because the report does not cover their programs.
  private func warn(about entries: [Baseline.Entry], _ report: LeakReport) {
    let examined = Set(report.examinedNames)
    let others = Set(entries.flatMap(\.programs)).subtracting(examined).sorted()
    guard !others.isEmpty else { return }
    let kept = entries.count == 1 ? "1 entry is kept" : "\(entries.count) entries are kept"
    Console.printError(
      "leakcheck: \(kept), because the report does not cover "
        + Escaping.line(ProgramRun.joined(others)))
  }

  private func words(from before: Baseline, to after: Baseline) -> String {
    func fingerprints(_ baseline: Baseline) -> [String] {
      (baseline.accepted + baseline.known).map(\.fingerprint)
    }
    let (old, new) = (Set(fingerprints(before)), Set(fingerprints(after)))
    let changes =
      fingerprints(after).filter { !old.contains($0) }.map { "+ \($0)" }
      + fingerprints(before).filter { !new.contains($0) }.map { "- \($0)" }
    let result =
      "leakcheck: \(after.known.count) known, \(after.accepted.count) accepted in \(file.path)"
    return (changes + [result]).joined(separator: "\n")
  }
}
