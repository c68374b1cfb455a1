/// A map from each page of memory to the first allocated block that has a byte in the page.
///
/// For every word that may be an address, the search for roots looks up the block that contains
/// this address. With this map, a look-up takes a few loads. A binary search in millions of blocks
/// would miss the cache at each step.
@safe
final class BlockDirectory {
  private typealias Leaf = UnsafeMutablePointer<UInt32>
  private typealias Middle = UnsafeMutablePointer<Leaf?>

  static let pageBits: UInt = 12
  private static let leafBits: UInt = 8
  private static let middleBits: UInt = 13
  /// The number of address bits that index the top table. With ``middleBits``, ``leafBits`` and
  /// ``pageBits``, they make up the 48 bits of an address on aarch64. An address on x86-64 has 47
  /// bits.
  private static let topBits: UInt = 15

  private let tables = TableBlocks()
  private let top: UnsafeMutablePointer<Middle?>

  init() {
    unsafe top = tables.table(of: Middle?.self, bits: Self.topBits)
  }

  /// Adds a block that occupies the bytes `memory`. Blocks must be added in ascending order of
  /// address.
  ///
  /// - Complexity: O(*n*) for a block with *n* pages.
  func add(_ block: Int, _ memory: Range<UInt>) {
    guard (memory.upperBound - 1) >> (Self.pageBits + Self.pageNumberBits) == 0 else { return }
    let pages = memory.lowerBound >> Self.pageBits...(memory.upperBound - 1) >> Self.pageBits
    for page in pages {
      let entry = unsafe makeLeaf(of: page) + Int(page & (1 << Self.leafBits - 1))
      if unsafe entry.pointee == 0 { unsafe entry.pointee = UInt32(block + 1) }
    }
  }

  /// Returns the first block that has a byte in the page of `address`; `nil` if there is none.
  ///
  /// - Complexity: O(1).
  func firstBlock(inPageOf address: UInt) -> Int? {
    let page = address >> Self.pageBits
    guard page >> Self.pageNumberBits == 0,
      let middle = unsafe top[Int(page >> (Self.leafBits + Self.middleBits))],
      let leaf = unsafe middle[Int(page >> Self.leafBits & (1 << Self.middleBits - 1))]
    else { return nil }
    let entry = unsafe leaf[Int(page & (1 << Self.leafBits - 1))]
    return entry == 0 ? nil : Int(entry) - 1
  }

  private static var pageNumberBits: UInt { leafBits + middleBits + topBits }

  private func makeLeaf(of page: UInt) -> Leaf {
    let high = Int(page >> (Self.leafBits + Self.middleBits))
    let middle = unsafe top[high] ?? tables.table(of: Leaf?.self, bits: Self.middleBits)
    unsafe top[high] = unsafe middle
    let index = Int(page >> Self.leafBits & (1 << Self.middleBits - 1))
    let leaf = unsafe middle[index] ?? tables.table(of: UInt32.self, bits: Self.leafBits)
    unsafe middle[index] = unsafe leaf
    return unsafe leaf
  }
}
