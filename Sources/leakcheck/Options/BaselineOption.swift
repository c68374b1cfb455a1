extension OptionDeclaration {
  /// Returns the option `--baseline FILE` for a subcommand that compares findings with a baseline.
  static func baseline(_ path: WritableKeyPath<Options, String?>) -> OptionDeclaration {
    OptionDeclaration(
      "--baseline", .file(), "findings in this file are known; expired entries are an error"
    ) { (options, arguments) throws(CommandError) in
      options[keyPath: path] = try arguments.value(of: "--baseline")
    }.configurable
  }
}
