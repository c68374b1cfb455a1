import CRecorder

/// The words in a range of memory that may be addresses of blocks.
///
/// A program with large arrays has hundreds of millions of words, few of which are addresses. C
/// code skips all other words, because in a debug build, C is much faster than Swift.
struct AddressWords: Sequence, IteratorProtocol {
  private var address: UInt
  private let end: UInt
  private let addresses: Range<UInt>
  private let kind: Kind
  /// The last page that the search found in memory; 0 if there is none.
  private var page: UInt = 0

  /// The kinds of memory, which are searched differently.
  enum Kind {
    /// A part of a block, a variable, or a stack.
    case part
    /// Memory that may contain blocks. The memory of all blocks that have an entry in the
    /// allocation table, including freed blocks, is skipped.
    case region
    /// A region that other processes may share. Pages that are not in physical memory are skipped
    /// as well.
    case sharedRegion
  }

  /// - Parameters:
  ///   - memory: The range of memory, which must be readable. An incomplete word at its start or
  ///     end is omitted.
  ///   - addresses: The range of the addresses to find. Flag bits in a word are ignored.
  init(of memory: Range<UInt>, in addresses: Range<UInt>, kind: Kind = .part) {
    address = (memory.lowerBound + 7) & ~7
    end = memory.upperBound & ~7
    self.addresses = addresses
    self.kind = kind
  }

  mutating func next() -> UInt? {
    let (low, high) = (addresses.lowerBound, addresses.upperBound)
    address =
      switch kind {
      case .part: unsafe lk_next_address_word(address, end, low, high, &page)
      case .region: unsafe lk_next_root_word(address, end, low, high, &page)
      case .sharedRegion: unsafe lk_next_shared_word(address, end, low, high, &page)
      }
    guard address < end else { return nil }
    defer { address += 8 }
    return Address(address).word()
  }
}
