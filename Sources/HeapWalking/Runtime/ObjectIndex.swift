import CSwiftRuntime

/// From object addresses to node numbers, without hashing.
///
/// Three levels of tables follow the bits of an address; a leaf has a number for
/// each 16 bytes of one mebibyte. Objects from the allocator are dense, so an object
/// of 48 bytes costs 12; a look-up is three loads, of which only the last can miss
/// the cache. Objects elsewhere (static ones need not be aligned) are in a dictionary.
///
/// All tables are cut from blocks of zeroed address space, so that what is not touched
/// costs nothing: a scenario's walk of a few objects touches a few pages.
@safe
final class ObjectIndex {
  private typealias Leaf = UnsafeMutablePointer<UInt32>
  private typealias Middle = UnsafeMutablePointer<Leaf?>

  private static let leafBits: UInt = 16
  private static let middleBits: UInt = 13
  private static let topBits: UInt = 14

  private let tables = TableBlocks()
  private let top: UnsafeMutablePointer<Middle?>
  private var others: [UInt: UInt32] = [:]

  init() {
    unsafe top = tables.table(of: Middle?.self, bits: Self.topBits)
  }

  /// The bytes that the tables take.
  var memoryUse: Int { tables.memoryUse + others.capacity * 16 }

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
    let middle = unsafe makeMiddle(Int(page >> Self.middleBits))
    let leaf = unsafe tables.table(of: UInt32.self, bits: Self.leafBits)
    unsafe middle[Int(page & (1 << Self.middleBits - 1))] = unsafe leaf
    return unsafe leaf + Int(address >> 4 & (1 << Self.leafBits - 1))
  }

  private func makeMiddle(_ high: Int) -> Middle {
    if let known = unsafe top[high] { return unsafe known }
    let middle = unsafe tables.table(of: Leaf?.self, bits: Self.middleBits)
    unsafe top[high] = unsafe middle
    return unsafe middle
  }
}
