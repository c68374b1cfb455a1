import Foundation

/// The subcommands, and what each makes of its arguments.
enum Subcommand: String, CaseIterable {
  case run
  case exec
  case list
  case diff
  case explain
  case baseline
  case merge
  /// Runs the matrix over one planted mistake and prints the verdict on it for the
  /// self-test, whose child process it is. Not for people.
  case judge
  /// Runs a part of a run's cells and prints the report on them for the process that
  /// shares them out. Not for people.
  case work
  /// The generated mutants.
  case mutants
  /// Notes which places of the library cells execute. Not for people.
  case execute
  /// Runs cells over a generated mutant. Not for people.
  case attempt

  /// Those that help mentions.
  static let shown: [Subcommand] = [
    .run, .exec, .list, .diff, .explain, .baseline, .merge, .mutants,
  ]

  /// Runs the command line and returns the process's exit status.
  ///
  /// Wrong use is one line on standard error and status 2.
  static func run(_ arguments: [String]) -> Int32 {
    do {
      return try dispatch(arguments)
    } catch {
      Console.complain("leakcheck: \(error)")
      return ExitStatus.wrongUse
    }
  }

  private static func dispatch(_ arguments: [String]) throws(UsageError) -> Int32 {
    guard let first = arguments.first else {
      throw UsageError("a subcommand is expected: \(names); see leakcheck --help")
    }
    let rest = Array(arguments.dropFirst())
    if ["--help", "-h", "help"].contains(first) {
      Console.print(HelpText.overview)
      return ExitStatus.clean
    }
    if first == "--version" {
      Console.print("leakcheck \(Version.current)")
      return ExitStatus.clean
    }
    guard let subcommand = Subcommand(rawValue: first) else {
      let kind = first.hasPrefix("-") ? "option" : "subcommand"
      throw UsageError.unknown(kind, first, among: shown.map(\.rawValue) + ["--help", "--version"])
    }
    // What stands behind `--` is another program's.
    let own = rest.prefix { $0 != "--" }
    if own.contains("--help") || own.contains("-h") {
      Console.print(subcommand.help)
      return ExitStatus.clean
    }
    switch subcommand {
    case .run: return try RunCommand(RunOptions(parsing: rest), words: rest).run()
    case .exec: return try ExecCommand(ExecOptions(parsing: rest)).run()
    case .list: return try ListCommand(parsing: rest).run()
    case .diff: return try DiffCommand(parsing: rest).run()
    case .explain: return try ExplainCommand(parsing: rest).run()
    case .baseline: return try BaselineCommand(parsing: rest).run()
    case .merge: return try MergeCommand(parsing: rest).run()
    case .judge: return try JudgeCommand(parsing: rest).run()
    case .work: return try WorkCommand(parsing: rest).run()
    case .mutants: return try MutantsCommand(parsing: rest).run()
    case .execute: return try ExecuteCommand(parsing: rest).run()
    case .attempt: return try AttemptCommand(parsing: rest).run()
    }
  }

  private static var names: String { shown.map(\.rawValue).joined(separator: ", ") }

  private var help: String {
    switch self {
    case .run, .judge, .work: HelpText.run
    case .exec: HelpText.exec
    case .list: HelpText.list
    case .diff: HelpText.diff
    case .explain: HelpText.explain
    case .baseline: HelpText.baseline
    case .merge: HelpText.merge
    case .mutants, .execute, .attempt: HelpText.mutants
    }
  }
}

/// What the process's exit status says.
enum ExitStatus {
  static let clean: Int32 = 0
  static let findings: Int32 = 1
  static let wrongUse: Int32 = 2
  static let inconclusive: Int32 = 3
  static let programFailed: Int32 = 4
}

/// The version that `--version` prints and reports carry.
enum Version {
  static let current = "0.1.0"
}
