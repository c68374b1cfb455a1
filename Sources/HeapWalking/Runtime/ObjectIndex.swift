import CSwiftRuntime

/// From object addresses to node numbers, without hashing.
///
/// Three levels of tables follow the bits of an address; a leaf has a number for
/// each 16 bytes of one mebibyte. Objects from the allocator are dense, so an object
/// of 48 bytes costs 12; a look-up is three loads, of which only the last can miss
/// the cache. Objects elsewhere (static ones need not be aligned) are in a dictionary.
@safe
final class ObjectIndex {
  private typealias Leaf = UnsafeMutablePointer<UInt32>
  private typealias Middle = UnsafeMutablePointer<Leaf?>

  private static let leafBits: UInt = 16
  private static let middleBits: UInt = 13
  private static let topBits: UInt = 14
  private static let leafBytes = 4 << Int(leafBits)
  /// Leaves are cut from blocks of so many bytes, so that large pages can be used.
  private static let blockBytes = 32 << 20
  /// The first block is smaller than a large page: a walk of a few objects, as of a
  /// scenario's, need not have megabytes cleared.
  private static let firstBlockBytes = 1 << 20

  private let top: UnsafeMutablePointer<Middle?>
  private var others: [UInt: UInt32] = [:]
  private var blocks: [(start: UnsafeMutableRawPointer, bytes: Int)] = unsafe []
  /// What is left of the last block.
  private var freeBytes = 0
  /// The places in the top table that are taken: a walk of a few objects does not look
  /// through all of it when it is done.
  private var middles: [Int] = []

  init() {
    unsafe top = .allocate(capacity: 1 << Int(Self.topBits))
    unsafe top.initialize(repeating: nil, count: 1 << Int(Self.topBits))
  }

  deinit {
    for high in middles { unsafe top[high]?.deallocate() }
    for index in unsafe blocks.indices {
      unsafe lk_unmap_tables(blocks[index].start, blocks[index].bytes)
    }
    unsafe top.deallocate()
  }

  /// The bytes that the tables take.
  var memoryUse: Int {
    let leaves = unsafe blocks.reduce(0) { unsafe $0 + $1.bytes } - freeBytes
    return leaves + (middles.count * 8) << Int(Self.middleBits) + 8 << Int(Self.topBits)
      + others.capacity * 16
  }

  @inline(__always)
  private static func isRegular(_ address: UInt) -> Bool {
    address & 15 == 0 && address >> (4 + leafBits + middleBits + topBits) == 0
  }

  /// Where the number of a regular address is kept, if its leaf exists.
  @inline(__always)
  private func place(of address: UInt) -> UnsafeMutablePointer<UInt32>? {
    let page = address >> (4 + Self.leafBits)
    guard let middle = unsafe top[Int(page >> Self.middleBits)],
      let leaf = unsafe middle[Int(page & (1 << Self.middleBits - 1))]
    else { return nil }
    return unsafe leaf + Int(address >> 4 & (1 << Self.leafBits - 1))
  }

  /// The number given to `address`.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  subscript(address: UInt) -> UInt32? {
    guard Self.isRegular(address) else { return others[address] }
    guard let stored = unsafe place(of: address)?.pointee, stored != 0 else { return nil }
    return stored - 1
  }

  /// Has the processor fetch what a look-up of `address` will read.
  @inline(__always)
  func prefetch(_ address: UInt) {
    guard Self.isRegular(address), let place = unsafe place(of: address) else { return }
    unsafe lk_prefetch(place)
  }

  /// The number of `address`, which becomes `node` if it had none.
  @inline(__always)
  func number(of address: UInt, orInsert node: UInt32) -> UInt32 {
    guard Self.isRegular(address) else { return irregularNumber(of: address, orInsert: node) }
    let place = unsafe place(of: address) ?? makePlace(of: address)
    let stored = unsafe place.pointee
    if stored != 0 { return stored - 1 }
    unsafe place.pointee = node + 1
    return node
  }

  private func irregularNumber(of address: UInt, orInsert node: UInt32) -> UInt32 {
    if let known = others[address] { return known }
    others[address] = node
    return node
  }

  private func makePlace(of address: UInt) -> UnsafeMutablePointer<UInt32> {
    let page = address >> (4 + Self.leafBits)
    let high = Int(page >> Self.middleBits)
    let middle = unsafe top[high] ?? makeMiddle(high)
    let leaf = unsafe makeLeaf()
    unsafe middle[Int(page & (1 << Self.middleBits - 1))] = unsafe leaf
    return unsafe leaf + Int(address >> 4 & (1 << Self.leafBits - 1))
  }

  private func makeMiddle(_ high: Int) -> Middle {
    let middle = Middle.allocate(capacity: 1 << Int(Self.middleBits))
    unsafe middle.initialize(repeating: nil, count: 1 << Int(Self.middleBits))
    unsafe top[high] = unsafe middle
    middles.append(high)
    return unsafe middle
  }

  private func makeLeaf() -> Leaf {
    if freeBytes == 0 {
      let bytes = unsafe blocks.isEmpty ? Self.firstBlockBytes : Self.blockBytes
      guard let block = unsafe lk_map_tables(bytes) else {
        fatalError("leakcheck: no address space for the index of objects")
      }
      unsafe blocks.append((block, bytes))
      freeBytes = bytes
    }
    let (block, bytes) = unsafe blocks[blocks.count - 1]
    let start = unsafe block + (bytes - freeBytes)
    freeBytes -= Self.leafBytes
    // Valid: fresh zeroed memory of the leaf's size, used for nothing else.
    return unsafe start.bindMemory(to: UInt32.self, capacity: 1 << Int(Self.leafBits))
  }
}
