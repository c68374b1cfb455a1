/// How a reference was found in memory.
package enum Evidence: String, Codable, Sendable {
  /// The runtime's metadata says that a reference of this strength is there.
  case typed
  /// The bytes have no known type and hold the address of an object known to be live.
  case scanned
}
