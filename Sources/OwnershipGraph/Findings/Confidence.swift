/// How sure a finding is.
package enum Confidence: String, Codable, Sendable {
  /// Every retain of every object of the cycle is explained by a typed reference.
  case proven
  /// The references are typed, but some retains or bytes are not explained.
  case likely
  /// At least one reference of the cycle was found by scanning untyped bytes.
  case scanned
}
