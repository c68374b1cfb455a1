import CRecorder

/// The words of memory that may be addresses of blocks.
///
/// Nearly all words of a process are not addresses and are skipped in C, which is equally fast in a
/// debug build: a program with large arrays has hundreds of millions of words.
struct AddressWords: Sequence, IteratorProtocol {
  private var address: UInt
  private let end: UInt
  private let addresses: Range<UInt>
  private let skipsBlocks: Bool

  /// - Parameters:
  ///   - memory: The readable range; an incomplete last word is omitted.
  ///   - addresses: The range of the addresses to find; flags in a word are ignored.
  ///   - skipsBlocks: A Boolean value indicating whether blocks with an entry in the allocation
  ///     table, freed or not, are skipped.
  init(of memory: Range<UInt>, in addresses: Range<UInt>, skipsBlocks: Bool = false) {
    address = (memory.lowerBound + 7) & ~7
    end = memory.upperBound & ~7
    self.addresses = addresses
    self.skipsBlocks = skipsBlocks
  }

  mutating func next() -> UInt? {
    let (low, high) = (addresses.lowerBound, addresses.upperBound)
    address =
      skipsBlocks
      ? lk_next_root_word(address, end, low, high) : lk_next_address_word(address, end, low, high)
    guard address < end else { return nil }
    defer { address += 8 }
    return Address(address).word()
  }
}
