extension OptionDeclaration {
  /// Returns `--no-verify`, for the subcommands that execute breaks.
  static func noVerify(_ executesBreaks: WritableKeyPath<Options, Bool>) -> OptionDeclaration {
    OptionDeclaration(
      "--no-verify",
      "do not execute breaks; by default, each is executed in a sandboxed copy of the process,"
        + " and the report shows which objects it frees"
    ) { (options, _) in options[keyPath: executesBreaks] = false }.configurable
  }
}
