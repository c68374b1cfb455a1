extension MutantsCommand {
  /// The options of `leakcheck mutants`.
  static var options: [OptionDeclaration<MutantsCommand>] {
    [
      OptionDeclaration(
        "--filter", .text("TEXT"), "mutants whose name contains the text: Sink.swift, dropped-call"
      ) { (command, arguments) throws(CommandError) in
        command.filters += try arguments.values(of: "--filter")
      },
      OptionDeclaration("--jobs", .text("N"), "number of processes (default: processors)") {
        (command, arguments) throws(CommandError) in
        command.jobs = try arguments.count(of: "--jobs")
      }.configurable,
      OptionDeclaration("--output", .folder, "write mutants.md to this folder") {
        (command, arguments) throws(CommandError) in
        command.output = try arguments.value(of: "--output")
      }.configurable,
      OptionDeclaration("--sample", "a fixed twentieth of the mutants") { (command, _) in
        command.isSample = true
      },
      OptionDeclaration("--verbose", "list each mutant with the cell that caught it") {
        (command, _) in command.isVerbose = true
      },
      OptionDeclaration("--quiet", "print only the result") { (command, _) in
        command.isQuiet = true
      }.configurable,
    ]
  }
}
