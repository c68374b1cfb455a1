/// The live objects, according to a record of allocations.
///
/// A scan compares each word of untyped memory with the addresses of these objects. It dereferences
/// a word only if it equals one of these addresses.
package protocol LiveObjects {
  /// Returns whether an object at `address` was allocated and not freed.
  func contains(_ address: UInt) -> Bool
  /// Returns the number of bytes allocated for the object or other block of memory at `address`;
  /// `nil` if not recorded.
  func size(of address: UInt) -> Int?
  /// Returns the return addresses of the calls that allocated the object at `address`, innermost
  /// first; empty if not recorded.
  func allocationStack(of address: UInt) -> [UInt]
  /// Returns the number that identifies the allocation stack of the object at `address`; `nil` if
  /// not recorded. Stacks are numbered in the order in which they are first recorded.
  func allocationOrder(of address: UInt) -> Int?
}

extension LiveObjects {
  package func allocationStack(of address: UInt) -> [UInt] { [] }
  package func allocationOrder(of address: UInt) -> Int? { nil }
}

/// A record without objects. With this record, a scan accepts no word of untyped memory as a
/// reference.
package struct NoLiveObjects: LiveObjects {
  package init() {}
  package func contains(_ address: UInt) -> Bool { false }
  package func size(of address: UInt) -> Int? { nil }
}

/// A record of known objects, without their sizes.
package struct KnownObjects: LiveObjects {
  private let addresses: Set<UInt>

  package init(_ addresses: some Sequence<UInt>) { self.addresses = Set(addresses) }
  package func contains(_ address: UInt) -> Bool { addresses.contains(address) }
  package func size(of address: UInt) -> Int? { nil }
}
