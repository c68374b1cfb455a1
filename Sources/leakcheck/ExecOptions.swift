/// What `leakcheck exec` was asked to do.
struct ExecOptions {
  var program = ""
  var arguments: [String] = []
  /// The path of a baseline.
  var baseline: String?
  var report = ReportOptions()

  private static let options = ReportOptions.options + ["--baseline", "--help"]

  /// - Parameter words: The options, `--`, the program and its arguments.
  init(parsing words: [String]) throws(UsageError) {
    let own = words.prefix { $0 != "--" }
    let command = words.dropFirst(own.count + 1)
    var reader = Arguments(Array(own))
    while let option = try reader.nextOption() {
      if try report.read(option, from: &reader) { continue }
      guard option == "--baseline" else { throw .unknown("option", option, among: Self.options) }
      baseline = try reader.value(of: option)
    }
    guard let program = command.first else {
      throw UsageError("a program is expected: leakcheck exec [OPTIONS] -- PROGRAM ARGUMENTS…")
    }
    self.program = program
    arguments = Array(command.dropFirst())
    try report.check()
  }
}
