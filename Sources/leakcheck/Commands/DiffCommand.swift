import Findings
import Reporting

/// `leakcheck diff BASE HEAD`: compares two reports by fingerprint, and prints the new, fixed and
/// unchanged findings.
struct DiffCommand {
  private var base = ""
  private var head = ""
  private var options = ReportOptions()

  /// The options of `leakcheck diff`.
  static var options: [OptionDeclaration<DiffCommand>] {
    ReportOptions.options.lifted(to: \.options)
  }

  init(parsing arguments: [String]) throws(CommandError) {
    var reader = Arguments(arguments)
    let operands = try reader.read(Self.options, into: &self, maxOperands: 2)
    try options.check()
    guard operands.count == 2 else {
      throw CommandError("diff expects two reports: BASE and HEAD")
    }
    (base, head) = (operands[0], operands[1])
  }

  func run() throws(CommandError) -> Int32 {
    let base = try ReportFile.report(at: base)
    var head = try ReportFile.report(at: head)
    let diff = ReportDiff(base: base, head: head)
    // Findings of the base report count as known, so they fail the CI gate only with
    // `--fail-on all`.
    head = head.applying(Baseline(of: base), failOn: options.failOn)
    let text = DiffText(of: diff, head: head, style: options.style(on: .output)).text
    let delivery = try ReportDelivery(options, madeFrom: [self.base, self.head])
    try delivery.deliver(head, text: text)
    return diff.verdict(failing: options.failOn).exitStatus
  }
}
