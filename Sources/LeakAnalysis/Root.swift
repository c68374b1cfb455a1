import HeapWalking

/// An owner outside the walked objects that somebody declared: what a host keeps.
///
/// The root does not retain its object; who declares it sees to it that the object
/// stays alive until the snapshot is taken.
package struct Root: Sendable {
  /// What a person calls the owner: `bag`.
  package let name: String
  let address: UInt

  package init(_ name: String, _ object: AnyObject) {
    self.name = name
    address = Address(of: object).bits
  }
}
