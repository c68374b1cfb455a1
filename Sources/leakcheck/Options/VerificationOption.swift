extension OptionDeclaration {
  /// Returns the option `--no-verify` for a subcommand that tries suggested breaks.
  static func noVerify(_ executesBreaks: WritableKeyPath<Options, Bool>) -> OptionDeclaration {
    OptionDeclaration(
      "--no-verify",
      "do not execute breaks; by default, a sandboxed forked process executes them, and the report"
        + " shows which objects they free"
    ) { (options, _) in options[keyPath: executesBreaks] = false }.configurable
  }
}
