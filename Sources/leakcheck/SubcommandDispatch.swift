import Findings

extension Subcommand {
  /// Runs the command line and returns the process's exit status.
  ///
  /// If an error occurs, such as an invalid command line, prints one line to standard error and
  /// returns status 2.
  static func run(_ arguments: [String]) -> Int32 {
    do {
      let status = try dispatch(arguments)
      try Console.check()
      return status
    } catch {
      Console.printError("leakcheck: \(error)", maxLength: 199)
      return ExitStatus.usageError
    }
  }

  private static func dispatch(_ arguments: [String]) throws(CommandError) -> Int32 {
    guard let first = arguments.first else {
      throw CommandError("a subcommand is expected: \(names); see leakcheck --help")
    }
    let rest = Array(arguments.dropFirst())
    if helpWords.contains(first) {
      Console.print(try help(on: first == "help" ? rest : []))
      return ExitStatus.clean
    }
    if first == "--version" {
      Console.print("leakcheck \(Version.current)")
      return ExitStatus.clean
    }
    guard let subcommand = Subcommand(rawValue: first) else {
      let kind = first.hasPrefix("-") ? "option" : "subcommand"
      throw CommandError.unknown(
        kind, first, among: shown.map(\.rawValue) + ["--help", "--version"])
    }
    // The arguments after `--` are the command line of another program.
    let own = rest.prefix { $0 != "--" }
    if own.contains("--help") || own.contains("-h") {
      Console.print(subcommand.help)
      return ExitStatus.clean
    }
    let all = try Configuration.arguments(for: subcommand, before: rest)
    do throws(CommandError) {
      return try run(subcommand, all)
    } catch {
      throw Configuration.attributed(error, to: all.dropLast(rest.count))
    }
  }

  private static let helpWords = ["--help", "-h", "help"]

  /// Returns the help of the subcommand that `arguments` name, or the overview if they name none.
  private static func help(on arguments: [String]) throws(CommandError) -> String {
    guard let name = arguments.first, !helpWords.contains(name) else {
      return HelpText.overview(width: Console.helpWidth)
    }
    guard let subcommand = shown.first(where: { $0.rawValue == name }) else {
      let kind = name.hasPrefix("-") ? "option" : "subcommand"
      throw CommandError.unknown(kind, name, among: shown.map(\.rawValue))
    }
    if arguments.count > 1 { throw CommandError("unexpected argument '\(arguments[1])'") }
    return subcommand.help
  }

  private var help: String { HelpText(of: description, width: Console.helpWidth).text }

  private static func run(
    _ subcommand: Subcommand, _ rest: [String]
  ) throws(CommandError) -> Int32 {
    switch subcommand {
    case .run: return try RunCommand(RunOptions(parsing: rest), arguments: rest).run()
    case .exec: return try ExecCommand(ExecOptions(parsing: rest)).run()
    case .list: return try ListCommand(parsing: rest).run()
    case .diff: return try DiffCommand(parsing: rest).run()
    case .explain: return try ExplainCommand(parsing: rest).run()
    case .baseline: return try BaselineCommand(parsing: rest).run()
    case .merge: return try MergeCommand(parsing: rest).run()
    case .doctor: return try DoctorCommand(parsing: rest).run()
    case .completions: return try CompletionsCommand(parsing: rest).run()
    case .plant: return PlantCommand().run()
    case .judge: return try JudgeCommand(parsing: rest).run()
    case .work: return try WorkCommand(parsing: rest).run()
    case .mutants: return try MutantsCommand(parsing: rest).run()
    case .execute: return try ExecuteCommand(parsing: rest).run()
    case .attempt: return try AttemptCommand(parsing: rest).run()
    }
  }

  private static var names: String { shown.map(\.rawValue).joined(separator: ", ") }
}
