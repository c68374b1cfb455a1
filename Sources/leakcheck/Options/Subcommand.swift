/// The subcommands by name.
enum Subcommand: String, CaseIterable {
  case run
  case exec
  case list
  case diff
  case explain
  case baseline
  case merge
  /// What works on this machine.
  case doctor
  /// The completions of a shell, and the manual page.
  case completions
  /// Leaks on purpose: the program that `doctor` examines. Not for people.
  case plant
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
    .run, .exec, .list, .diff, .explain, .baseline, .merge, .mutants, .doctor, .completions,
  ]
}
