extension CommandOption {
  /// Returns `--no-verify`, for the subcommands that execute breaks.
  static func noVerify(_ executesBreaks: WritableKeyPath<Options, Bool>) -> CommandOption {
    CommandOption(
      "--no-verify",
      "do not execute breaks: otherwise each is carried out in a sandboxed copy of the process,"
        + " and the objects freed there are reported"
    ) { (options, _) in options[keyPath: executesBreaks] = false }.configurable
  }
}
