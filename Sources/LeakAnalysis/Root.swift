import HeapWalking

/// An object that a matrix cell declares to be retained by an owner outside the walked objects.
///
/// This value does not retain the object. The caller ensures that the object stays alive until the
/// snapshot is taken.
package struct Root: Sendable {
  /// The owner's name in reports, such as `bag`.
  package let name: String
  let address: UInt

  package init(_ name: String, _ object: AnyObject) {
    self.name = name
    address = Address(of: object).bits
  }
}
