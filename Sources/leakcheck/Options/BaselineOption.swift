extension OptionDeclaration {
  /// Returns `--baseline FILE`, for the subcommands with a gate.
  static func baseline(_ path: WritableKeyPath<Options, String?>) -> OptionDeclaration {
    OptionDeclaration(
      "--baseline", .file(), "findings in this file are known; expired entries are an error"
    ) { (options, arguments) throws(UsageError) in
      options[keyPath: path] = try arguments.value(of: "--baseline")
    }.configurable
  }
}
