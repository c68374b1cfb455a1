import Reporting

/// What `leakcheck exec` was asked to do.
struct ExecOptions {
  var program = ""
  var arguments: [String] = []
  var formats: [String] = []
  var output: String?
  var gate = RunOptions.Gate.new
  var color = RunOptions.Color.auto
  var isQuiet = false

  private static let options = [
    "--format", "--output", "--fail-on", "--color", "--quiet", "--help",
  ]

  /// - Parameter words: The options, `--`, the program and its arguments.
  init(parsing words: [String]) throws(UsageError) {
    let own = words.prefix { $0 != "--" }
    let command = words.dropFirst(own.count + 1)
    var reader = Arguments(Array(own))
    while let option = try reader.nextOption() {
      switch option {
      case "--format":
        formats += try reader.values(of: option, called: "format", among: ReportFormats.names)
      case "--output": output = try reader.value(of: option)
      case "--fail-on": gate = try reader.choice(of: option, called: "gate")
      case "--color": color = try reader.choice(of: option, called: "colour setting")
      case "--quiet": isQuiet = true
      default: throw .unknown("option", option, among: Self.options)
      }
    }
    guard let program = command.first else {
      throw UsageError("a program is expected: leakcheck exec [OPTIONS] -- PROGRAM ARGUMENTS…")
    }
    self.program = program
    arguments = Array(command.dropFirst())
    if output == nil && formats.count > 1 {
      throw UsageError("several formats need a folder to go to: --output DIR")
    }
  }
}
