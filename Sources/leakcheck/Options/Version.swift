/// The version in reports and of `--version`.
enum Version {
  static let current = "0.1.0"
}
