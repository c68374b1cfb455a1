/// A map from the addresses of a description's objects to their positions in a list.
///
/// A dictionary of a few objects is small and quick to create. For millions of objects, an
/// ``ObjectIndex`` uses a third of a dictionary's memory and finds an object several times as fast.
struct AddressNumbers {
  /// The number of objects above which an ``ObjectIndex`` is used.
  private static let maxHashed = 5_000

  private var hashed: [UInt: Int32] = [:]
  private var index: ObjectIndex?

  /// - Parameter addresses: The addresses of at most 2³¹ − 1 objects, each once.
  /// - Complexity: O(*n*) for *n* addresses.
  init(of addresses: [UInt]) {
    guard addresses.count > Self.maxHashed else {
      hashed.reserveCapacity(addresses.count)
      for (number, address) in addresses.enumerated() { hashed[address] = Int32(number) }
      return
    }
    let index = ObjectIndex()
    for (number, address) in addresses.enumerated() {
      index.slot(of: address).assign(UInt32(number))
    }
    self.index = index
  }

  /// The position of an address in the list; `nil` if the list does not contain the address.
  subscript(address: UInt) -> Int? {
    guard let index else { return hashed[address].map { Int($0) } }
    return index[address].map { Int($0) }
  }
}
