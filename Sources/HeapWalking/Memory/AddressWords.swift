import CRecorder

/// The words of memory that may be addresses of blocks.
///
/// Nearly all words of a process are not addresses and are skipped in C, which is equally fast in a
/// debug build: a program with large arrays has hundreds of millions of words.
struct AddressWords: Sequence, IteratorProtocol {
  private var address: UInt
  private var end: UInt
  /// The ranges after the one that ends at `end`, the next one last.
  private var later: [Range<UInt>] = []
  private let addresses: Range<UInt>
  private let passesBlocks: Bool

  /// - Parameters:
  ///   - memory: The readable range; an incomplete last word is omitted.
  ///   - addresses: The range of valid words without flags.
  ///   - passesBlocks: A Boolean value indicating whether blocks that the recorder knows, freed or
  ///     not, are skipped.
  init(of memory: Range<UInt>, in addresses: Range<UInt>, passesBlocks: Bool = false) {
    address = (memory.lowerBound + 7) & ~7
    end = memory.upperBound & ~7
    self.addresses = addresses
    self.passesBlocks = passesBlocks
  }

  /// - Parameters:
  ///   - parts: Readable ranges; an incomplete last word of each is omitted.
  ///   - addresses: The range of valid words without flags.
  init(of parts: [Range<UInt>], in addresses: Range<UInt>) {
    self.init(of: parts.first ?? 0..<0, in: addresses)
    later = parts.dropFirst().reversed()
  }

  mutating func next() -> UInt? {
    let (low, high) = (addresses.lowerBound, addresses.upperBound)
    while true {
      address =
        passesBlocks
        ? lk_next_root_word(address, end, low, high) : lk_next_address_word(address, end, low, high)
      if address < end { break }
      guard let part = later.popLast() else { return nil }
      address = (part.lowerBound + 7) & ~7
      end = part.upperBound & ~7
    }
    defer { address += 8 }
    return Address(address).word()
  }
}
