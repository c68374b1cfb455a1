import Findings
import Reporting

/// `leakcheck merge REPORT…`: merges the reports of a run's shards.
struct MergeCommand {
  private var paths: [String] = []
  private var baseline: String?
  private var options = ReportOptions()

  /// The options of `leakcheck merge`.
  static var options: [OptionDeclaration<MergeCommand>] {
    ReportOptions.options.lifted(to: \.options) + [.baseline(\.baseline)].headed("Report")
  }

  init(parsing arguments: [String]) throws(CommandError) {
    var reader = Arguments(arguments)
    paths = try reader.read(Self.options, into: &self, maxOperands: .max)
    try options.check()
    guard !paths.isEmpty else { throw CommandError("merge expects the reports of all shards") }
  }

  func run() throws(CommandError) -> Int32 {
    var shards: [LeakReport] = []
    for path in paths { shards.append(try ReportFile.report(at: path)) }
    let baseline = try baseline.map { path throws(CommandError) in
      try BaselineOnDisk(path).valid()
    }
    var report = try merged(shards)
    report = report.applying(baseline ?? Baseline(), failOn: options.failOn)
    let text = TextReport(
      of: report, style: options.style(on: .output), width: Console.terminalWidth
    ).text()
    try ReportDelivery(options, madeFrom: paths).deliver(report, text: text)
    return report.verdict(failing: options.failOn).exitStatus
  }

  private func merged(_ shards: [LeakReport]) throws(CommandError) -> LeakReport {
    do throws(ShardError) {
      return try LeakReport(merging: shards)
    } catch {
      let name = error.position.map { "'\(paths[$0 - 1])': " } ?? ""
      throw CommandError("the reports cannot be merged: \(name)\(error.description)")
    }
  }
}
