/// The version that reports contain and `--version` prints.
package enum Version {
  package static let current = "0.1.0"
}
