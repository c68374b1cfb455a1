/// A map from object addresses to node numbers, without hashing.
///
/// The bits of an address are the indices into three levels of tables. A table of the last level, a
/// leaf, covers one mebibyte and contains a node number of four bytes for every 16 bytes of it. An
/// object of 48 bytes therefore needs 12 bytes of a leaf, because the allocator places objects
/// close together. A look-up takes three loads, of which usually only the last one misses the
/// cache. Objects at irregular addresses, such as unaligned static objects, are in a dictionary.
///
/// All tables are parts of blocks of zeroed address space. Only pages that were accessed use
/// memory, so a walk of a few objects uses a few pages.
@safe
final class ObjectIndex {
  private typealias Leaf = UnsafeMutablePointer<UInt32>
  private typealias Middle = UnsafeMutablePointer<Leaf?>

  private static let leafBits: UInt = 16
  private static let middleBits: UInt = 13
  /// The number of address bits that index the top table. With ``middleBits``, ``leafBits`` and the
  /// four lowest bits, which are 0, they make up the 48 bits of an address on aarch64. An address
  /// on x86-64 has 47 bits.
  private static let topBits: UInt = 15
  /// The base-2 logarithm of the number of entries in a table for irregular addresses. There are
  /// few such addresses.
  private static let otherBits: UInt = 10

  private let tables = TableBlocks()
  private let top: UnsafeMutablePointer<Middle?>
  private var others: [UInt: NumberSlot] = [:]
  /// The most recently created table for irregular addresses. Its first ``freeSlots`` entries are
  /// unused.
  private var otherLeaf: Leaf?
  private var freeSlots = 0
  /// The bits that are 0 in every address that the leaves cover. An address is irregular if any of
  /// these bits is set.
  private static let irregularBits: UInt = 15 | ~(1 << (4 + leafBits + middleBits + topBits) - 1)

  init() {
    unsafe top = tables.table(of: Middle?.self, bits: Self.topBits)
  }

  /// The number of bytes of address space that the tables use.
  var memoryUse: Int { tables.memoryUse + others.capacity * 16 }

  /// The node number of the object at `address`; `nil` if it has none.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  subscript(address: UInt) -> UInt32? {
    guard address & Self.irregularBits == 0 else { return others[address]?.number }
    return unsafe leaf(of: address).flatMap {
      unsafe NumberSlot($0 + Self.offset(of: address)).number
    }
  }

  /// Returns the slot that stores the node number of the object at `address`. Creates the slot if
  /// necessary.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  func slot(of address: UInt) -> NumberSlot {
    guard address & Self.irregularBits == 0 else { return irregularSlot(of: address) }
    let leaf = unsafe leaf(of: address) ?? makeLeaf(for: address)
    return unsafe NumberSlot(leaf + Self.offset(of: address))
  }

  /// Returns the leaf that covers a regular address; `nil` if the leaf does not exist.
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
