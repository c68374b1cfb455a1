/// A leak that ends when the finding that caused it is fixed: the break of that finding frees its
/// objects as well.
package struct Consequence: Hashable, Codable, Sendable {
  /// The fingerprint that the leak would have as a finding.
  package var fingerprint: String
  /// The types of its cycle, each once, in the order of the finding's objects.
  package var types: [String]
  package var objects: Int

  package init(fingerprint: String, types: [String], objects: Int) {
    self.fingerprint = fingerprint
    self.types = types
    self.objects = objects
  }
}
