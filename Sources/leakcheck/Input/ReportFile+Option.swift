extension ReportFile {
  /// Returns the option `--report FILE` of the subcommands that read one report.
  static func option<Options>(
    store: @escaping (inout Options, String) -> Void
  ) -> OptionDeclaration<Options> {
    OptionDeclaration(
      "--report", .file(), "leakcheck.json, or a folder that contains it (default: \(defaultPath))"
    ) { (options, arguments) throws(CommandError) in
      store(&options, try arguments.value(of: "--report"))
    }
  }
}
