/// The subcommands of `leakcheck`.
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
  /// Leaks on purpose. `doctor` examines a process that runs this subcommand. Internal.
  case plant
  /// Runs matrix cells with one planted mistake, and sends the verdict to the parent process, which
  /// runs the self-test. Internal.
  case judge
  /// Runs one share of the cells, and sends the outcome of each cell to the parent process.
  /// Internal.
  case work
  /// Runs matrix cells with each generated mutant.
  case mutants
  /// Records which mutation points of the library the cells execute. Internal.
  case execute
  /// Runs cells with generated mutants, as a child process of `mutants`. Internal.
  case attempt

  /// The subcommands that `--help` lists.
  static let shown: [Subcommand] = [
    .run, .exec, .list, .diff, .explain, .baseline, .merge, .mutants, .doctor, .completions,
  ]
}
