extension ExecOptions {
  /// The file name of the program, without the path to its folder.
  var programName: String {
    program.split(separator: "/").last.map(String.init) ?? program
  }

  /// The command that examines the program again, in the same folder and with every option that
  /// affects the findings or the exit status: `leakcheck exec --follow -- swift test`.
  var reproduction: String {
    ShellCommand.text(["leakcheck", "exec"] + decisiveArguments + ["--", program] + arguments)
  }
}
