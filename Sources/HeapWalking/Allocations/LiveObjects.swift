/// What is known to be alive, from a record of allocations.
///
/// Bytes of unknown type are only ever compared with these addresses; nothing is
/// read through a word that was found by scanning unless it is one of them.
package protocol LiveObjects {
  /// Returns whether an object that was allocated and not freed is at `address`.
  func contains(_ address: UInt) -> Bool
  /// Returns the bytes allocated for the object at `address`; `nil` where not recorded.
  func size(of address: UInt) -> Int?
  /// Returns the return addresses of the calls that were running when the object at `address` was
  /// allocated, the innermost first; empty where not recorded.
  func allocationStack(of address: UInt) -> [UInt]
  /// Returns a number that is larger for an object which was allocated later, by the time at which
  /// its allocation stack was first seen; `nil` where not recorded.
  func allocationOrder(of address: UInt) -> Int?
}

extension LiveObjects {
  package func allocationStack(of address: UInt) -> [UInt] { [] }
  package func allocationOrder(of address: UInt) -> Int? { nil }
}

/// Nothing is known: bytes of unknown type stay unknown.
package struct NoLiveObjects: LiveObjects {
  package init() {}
  package func contains(_ address: UInt) -> Bool { false }
  package func size(of address: UInt) -> Int? { nil }
}

/// The objects of a list, without their sizes.
package struct KnownObjects: LiveObjects {
  private let addresses: Set<UInt>

  package init(_ addresses: some Sequence<UInt>) { self.addresses = Set(addresses) }
  package func contains(_ address: UInt) -> Bool { addresses.contains(address) }
  package func size(of address: UInt) -> Int? { nil }
}
