extension BaselineCommand {
  /// The options of `leakcheck baseline`.
  static var options: [OptionDeclaration<BaselineCommand>] {
    [
      OptionDeclaration(
        "--baseline", .file(), "the baseline (default: \(BaselineOnDisk.defaultPath))"
      ) { (command, arguments) throws(CommandError) in
        command.file = BaselineOnDisk(try arguments.value(of: "--baseline"))
      }.configurable,
      ReportFile.option { (command, path) in command.report = path },
    ]
  }
}
