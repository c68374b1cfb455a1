/// The subcommands by name.
enum Subcommand: String, CaseIterable {
  case run
  case exec
  case list
  case diff
  case explain
  case baseline
  case merge
  /// Checks this machine.
  case doctor
  /// Prints the completions of a shell, or the manual page.
  case completions
  /// Leaks on purpose, as the program that `doctor` examines. Internal.
  case plant
  /// Runs the matrix over one planted mistake and prints the verdict for the parent process, the
  /// self-test. Internal.
  case judge
  /// Runs a part of a run's cells and prints the report on them for the parent process. Internal.
  case work
  /// Runs the generated mutants.
  case mutants
  /// Records the positions of the library that cells execute. Internal.
  case execute
  /// Runs cells over a generated mutant. Internal.
  case attempt

  /// The subcommands that help lists.
  static let shown: [Subcommand] = [
    .run, .exec, .list, .diff, .explain, .baseline, .merge, .mutants, .doctor, .completions,
  ]
}
