/// The exit statuses of the command.
enum ExitStatus {
  /// No finding is gated.
  static let clean: Int32 = 0
  /// At least one finding is gated.
  static let findings: Int32 = 1
  /// The command line, or a file that it names, is invalid.
  static let wrongUse: Int32 = 2
  /// The analysis failed or does not cover every object.
  static let inconclusive: Int32 = 3
  /// The program under analysis itself failed.
  static let programFailed: Int32 = 4
}
