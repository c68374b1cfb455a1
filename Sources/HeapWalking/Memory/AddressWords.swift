import CRecorder

/// The words in a range of memory that may be addresses of blocks.
///
/// A program with large arrays has hundreds of millions of words, nearly all of which are not
/// addresses. C code skips these words, because unoptimized C is much faster than unoptimized Swift
/// in a debug build.
struct AddressWords: Sequence, IteratorProtocol {
  private var address: UInt
  private let end: UInt
  private let addresses: Range<UInt>
  private let skipsBlocks: Bool

  /// - Parameters:
  ///   - memory: The range of memory, which must be readable. An incomplete word at its start or
  ///     end is omitted.
  ///   - addresses: The range of the addresses to find. Flags in a word are ignored.
  ///   - skipsBlocks: A Boolean value indicating whether to skip the blocks that have an entry in
  ///     the allocation table, freed or not.
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
