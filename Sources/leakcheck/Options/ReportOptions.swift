import Findings
import Reporting

/// The options of every subcommand that ends in a report.
struct ReportOptions {
  /// When output is coloured.
  enum Color: String, CaseIterable {
    case auto, always, never
  }

  /// Names of formats, all known.
  var formats: [String] = []
  var output: String?
  var failOn = FailOn.new
  var color = Color.auto
  var isQuiet = false

  /// The names of the options that ``read(_:from:)`` knows.
  static let options = ["--format", "--output", "--fail-on", "--color", "--quiet"]

  /// Reads one of the options.
  ///
  /// - Returns: Whether the option is one of them.
  mutating func read(_ option: String, from arguments: inout Arguments) throws(UsageError) -> Bool {
    switch option {
    case "--format":
      formats += try arguments.values(of: option, called: "format", among: ReportFormats.names)
    case "--output": output = try arguments.value(of: option)
    case "--fail-on": failOn = try arguments.choice(of: option, called: "gate")
    case "--color": color = try arguments.choice(of: option, called: "colour setting")
    case "--quiet": isQuiet = true
    default: return false
    }
    return true
  }

  /// What only all options together can be wrong in.
  func check() throws(UsageError) {
    if output == nil && formats.count > 1 {
      throw UsageError("several formats need a folder to go to: --output DIR")
    }
  }
}
