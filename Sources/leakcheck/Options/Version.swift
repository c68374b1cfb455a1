/// The version that `--version` prints and reports carry.
enum Version {
  static let current = "0.1.0"
}
