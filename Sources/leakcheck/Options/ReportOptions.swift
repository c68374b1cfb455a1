import Findings
import Reporting

/// The options of every subcommand that writes a report.
struct ReportOptions {
  /// The condition for colored output.
  enum Color: String, CaseIterable {
    case auto, always, never
  }

  /// The names of the formats to write. All of them are known formats.
  var formats: [String] = []
  var output: String?
  var failOn = FailOn.new
  var color = Color.auto
  var isQuiet = false

  /// The options of all commands that write reports.
  static var options: [OptionDeclaration<ReportOptions>] {
    [
      OptionDeclaration(
        "--format", .some(of: ReportFormats.names, "FORMATS"),
        "formats to write: " + ReportFormats.names.joined(separator: ", ")
      ) { (options, arguments) throws(CommandError) in
        options.formats += try arguments.values(
          of: "--format", called: "format", among: ReportFormats.names)
      }.configurable.presentation,
      OptionDeclaration(
        "--output", .folder,
        "write the reports to this folder, in place of the reports of earlier runs (default"
          + " formats: " + ReportFormats.standard.map(\.name).joined(separator: ", ") + ")"
      ) { (options, arguments) throws(CommandError) in
        options.output = try arguments.value(of: "--output")
      }.configurable.presentation,
      OptionDeclaration(
        "--fail-on", .one(of: FailOn.allCases.map(\.rawValue), "WHICH"),
        "findings that fail the run: new (default), held (new, and objects that only the runtime"
          + " retains), all (held, findings in the baseline, and known leaks of the toolchain), or"
          + " none"
      ) { (options, arguments) throws(CommandError) in
        options.failOn = try arguments.choice(of: "--fail-on", called: "value of --fail-on")
      }.configurable,
      colorOption { (options, color) in options.color = color },
      OptionDeclaration("--quiet", "print only the last line, the result") { (options, _) in
        options.isQuiet = true
      }.configurable.presentation,
    ].headed("Report")
  }

  /// Returns the option `--color`, for every command that prints text.
  static func colorOption<Options>(
    store: @escaping (inout Options, Color) -> Void
  ) -> OptionDeclaration<Options> {
    OptionDeclaration(
      "--color", .one(of: Color.allCases.map(\.rawValue), "WHEN"),
      "auto (default), always or never; NO_COLOR is respected"
    ) { (options, arguments) throws(CommandError) in
      store(&options, try arguments.choice(of: "--color", called: "color setting"))
    }.configurable.presentation
  }

  /// Throws an error if several formats are requested without an output folder.
  func check() throws(CommandError) {
    if output == nil && formats.count > 1 {
      throw CommandError("several formats require --output DIR", option: "--format")
    }
  }
}
