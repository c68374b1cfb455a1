extension OptionDeclaration {
  /// Returns the option `--no-verify` of the subcommands that try suggested breaks.
  static func noVerify(_ executesBreaks: WritableKeyPath<Options, Bool>) -> OptionDeclaration {
    OptionDeclaration(
      "--no-verify",
      "do not execute breaks; by default, each is executed in a sandboxed copy of the process,"
        + " and the report shows which objects it frees"
    ) { (options, _) in options[keyPath: executesBreaks] = false }.configurable
  }
}
