/// A leak that another finding causes: the break of that finding frees the leak's objects as well.
package struct Consequence: Hashable, Codable, Sendable {
  /// The fingerprint that the leak would have as a finding.
  package var fingerprint: String
  /// The types of the objects in the leak's cycle, or of the over-retained object, each once, in the
  /// order of the leak's objects.
  package var types: [String]
  package var objects: Int

  package init(fingerprint: String, types: [String], objects: Int) {
    self.fingerprint = fingerprint
    self.types = types
    self.objects = objects
  }
}
