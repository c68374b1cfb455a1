import CRecorder

/// The words of some memory that may be addresses of blocks.
///
/// Nearly all words of a process are none, and are passed by in C, which costs the same in
/// a debug build: a program with large arrays has hundreds of millions of them.
struct AddressWords: Sequence, IteratorProtocol {
  private var place: UInt
  private let end: UInt
  private let addresses: Range<UInt>
  private let passesBlocks: Bool

  /// - Parameters:
  ///   - memory: Readable; its incomplete last word is left out.
  ///   - addresses: What a word must lie in, flags removed.
  ///   - passesBlocks: Blocks that the recorder knows of, given back or not, are left out.
  init(of memory: Range<UInt>, in addresses: Range<UInt>, passesBlocks: Bool = false) {
    place = (memory.lowerBound + 7) & ~7
    end = memory.upperBound & ~7
    self.addresses = addresses
    self.passesBlocks = passesBlocks
  }

  mutating func next() -> UInt? {
    let (low, high) = (addresses.lowerBound, addresses.upperBound)
    place =
      passesBlocks
      ? lk_next_root_word(place, end, low, high) : lk_next_address_word(place, end, low, high)
    guard place < end else { return nil }
    defer { place += 8 }
    return Address(place).word()
  }
}
