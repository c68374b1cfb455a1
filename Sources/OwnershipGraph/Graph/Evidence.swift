/// The way in which a reference was found in memory.
package enum Evidence: String, Codable, Sendable {
  /// The runtime's metadata describes a reference of this strength.
  case typed
  /// The bytes have no known type and contain the address of a live object.
  case scanned
}
