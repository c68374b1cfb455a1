/// A leak that another finding causes. Fixing that finding also frees the objects of this leak.
package struct Consequence: Hashable, Codable, Sendable {
  /// The fingerprint that the leak would have as a separate finding.
  package var fingerprint: String
  /// The types of the objects in the leak's cycle, or of its over-retained objects. Each type is
  /// listed once, in the order of the objects.
  package var types: [String]
  package var objects: Int

  package init(fingerprint: String, types: [String], objects: Int) {
    self.fingerprint = fingerprint
    self.types = types
    self.objects = objects
  }
}
