/// The way in which a reference was found in memory.
package enum Evidence: String, Codable, Sendable {
  /// The type metadata describes the reference and its strength.
  case typed
  /// The bytes have no known type, or may be stale, and contain the address of a live object.
  case scanned
}
