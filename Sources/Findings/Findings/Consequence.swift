/// A leak that another finding causes. Fixing that finding also frees the objects of this leak.
package struct Consequence: Hashable, Codable, Sendable {
  /// The fingerprint that the leak would have as a separate finding.
  package var fingerprint: String
  /// The types of the objects in the leak's cycle, or of its over-retained objects. Each type is
  /// listed once, in the order of the objects.
  package var types: [String]
  package var objects: Int
  /// The types of the program's objects that the leak keeps alive, and that are not in ``types``;
  /// `nil` if there are none.
  package var retained: [String]?

  package init(fingerprint: String, types: [String], objects: Int, retained: [String]? = nil) {
    self.fingerprint = fingerprint
    self.types = types
    self.objects = objects
    self.retained = retained
  }
}
