/// The version that reports contain and `--version` prints.
enum Version {
  static let current = "0.1.0"
}
