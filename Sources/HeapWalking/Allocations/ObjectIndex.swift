/// A map from object addresses to node numbers, without hashing.
///
/// Three levels of tables are indexed by the bits of an address; a leaf has a number for each 16
/// bytes of one mebibyte. The allocator places objects close together, so an object of 48 bytes
/// needs 12 bytes here. A look-up takes three loads; usually only the last one misses the cache.
/// Objects at other addresses, such as unaligned static objects, are in a dictionary.
///
/// All tables are cut from blocks of zeroed address space, of which only touched pages use memory:
/// a walk of a few objects touches a few pages.
@safe
final class ObjectIndex {
  private typealias Leaf = UnsafeMutablePointer<UInt32>
  private typealias Middle = UnsafeMutablePointer<Leaf?>

  private static let leafBits: UInt = 16
  private static let middleBits: UInt = 13
  /// Together with the other levels and the four bits that are 0, these are the 48 bits of an
  /// address on aarch64; x86-64 uses 47 of them.
  private static let topBits: UInt = 15
  /// The binary logarithm of the size of a table for irregular addresses, of which there are few.
  private static let otherBits: UInt = 10

  private let tables = TableBlocks()
  private let top: UnsafeMutablePointer<Middle?>
  private var others: [UInt: NumberSlot] = [:]
  /// The last leaf for irregular addresses. Its first ``freeSlots`` entries are unused.
  private var otherLeaf: Leaf?
  private var freeSlots = 0
  /// Bits that are set only in irregular addresses, which the tables do not cover.
  private static let irregularBits: UInt = 15 | ~(1 << (4 + leafBits + middleBits + topBits) - 1)

  init() {
    unsafe top = tables.table(of: Middle?.self, bits: Self.topBits)
  }

  /// The number of bytes that the tables use.
  var memoryUse: Int { tables.memoryUse + others.capacity * 16 }

  /// Returns the number of `address`.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  subscript(address: UInt) -> UInt32? {
    guard address & Self.irregularBits == 0 else { return others[address]?.number }
    return unsafe leaf(of: address).flatMap {
      unsafe NumberSlot($0 + Self.offset(of: address)).number
    }
  }

  /// Returns the storage of the number of `address`.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  func slot(of address: UInt) -> NumberSlot {
    guard address & Self.irregularBits == 0 else { return irregularSlot(of: address) }
    let leaf = unsafe leaf(of: address) ?? makeLeaf(for: address)
    return unsafe NumberSlot(leaf + Self.offset(of: address))
  }

  /// Returns the table with the number of a regular address, if there is one.
  @inline(__always)
  private func leaf(of address: UInt) -> Leaf? {
    let page = address >> (4 + Self.leafBits)
    guard let middle = unsafe top[Int(page >> Self.middleBits)] else { return nil }
    return unsafe middle[Int(page & (1 << Self.middleBits - 1))]
  }

  @inline(__always)
  private static func offset(of address: UInt) -> Int {
    Int(address >> 4 & (1 << leafBits - 1))
  }

  @inline(never)
  private func irregularSlot(of address: UInt) -> NumberSlot {
    if let known = others[address] { return known }
    let leaf: Leaf
    if let current = unsafe otherLeaf, freeSlots > 0 {
      unsafe leaf = unsafe current
    } else {
      unsafe leaf = tables.table(of: UInt32.self, bits: Self.otherBits)
      unsafe otherLeaf = unsafe leaf
      freeSlots = 1 << Int(Self.otherBits)
    }
    freeSlots -= 1
    let slot = unsafe NumberSlot(leaf + freeSlots)
    others[address] = slot
    return slot
  }

  @inline(never)
  private func makeLeaf(for address: UInt) -> Leaf {
    let page = address >> (4 + Self.leafBits)
    let middle = unsafe makeMiddle(Int(page >> Self.middleBits))
    let leaf = unsafe tables.table(of: UInt32.self, bits: Self.leafBits)
    unsafe middle[Int(page & (1 << Self.middleBits - 1))] = unsafe leaf
    return unsafe leaf
  }

  private func makeMiddle(_ high: Int) -> Middle {
    if let known = unsafe top[high] { return unsafe known }
    let middle = unsafe tables.table(of: Leaf?.self, bits: Self.middleBits)
    unsafe top[high] = unsafe middle
    return unsafe middle
  }
}
