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

  private let top: UnsafeMutablePointer<Middle?>
  private var others: [UInt: UInt32] = [:]
  private(set) var leafCount = 0

  init() {
    unsafe top = .allocate(capacity: 1 << Self.topBits)
    unsafe top.initialize(repeating: nil, count: 1 << Self.topBits)
  }

  deinit {
    for high in 0..<(1 << Int(Self.topBits)) {
      guard let middle = unsafe top[high] else { continue }
      for low in 0..<(1 << Int(Self.middleBits)) { unsafe middle[low]?.deallocate() }
      unsafe middle.deallocate()
    }
    unsafe top.deallocate()
  }

  @inline(__always)
  private static func isRegular(_ address: UInt) -> Bool {
    address & 15 == 0 && address >> (4 + leafBits + middleBits + topBits) == 0
  }

  /// The number given to `address`.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  subscript(address: UInt) -> UInt32? {
    guard Self.isRegular(address) else { return others[address] }
    let page = address >> (4 + Self.leafBits)
    guard let middle = unsafe top[Int(page >> Self.middleBits)],
      let leaf = unsafe middle[Int(page & (1 << Self.middleBits - 1))]
    else { return nil }
    let stored = unsafe leaf[Int(address >> 4 & (1 << Self.leafBits - 1))]
    return stored == 0 ? nil : stored - 1
  }

  /// Gives `address` the number `node`.
  @inline(__always)
  func insert(_ address: UInt, node: UInt32) {
    guard Self.isRegular(address) else {
      others[address] = node
      return
    }
    unsafe leaf(for: address)[Int(address >> 4 & (1 << Self.leafBits - 1))] = node + 1
  }

  private func leaf(for address: UInt) -> Leaf {
    let page = address >> (4 + Self.leafBits)
    let high = Int(page >> Self.middleBits)
    let low = Int(page & (1 << Self.middleBits - 1))
    let middle = unsafe top[high] ?? makeMiddle(high)
    if let leaf = unsafe middle[low] { return unsafe leaf }
    let leaf = Leaf.allocate(capacity: 1 << Int(Self.leafBits))
    unsafe leaf.initialize(repeating: 0, count: 1 << Int(Self.leafBits))
    unsafe middle[low] = unsafe leaf
    leafCount += 1
    return unsafe leaf
  }

  private func makeMiddle(_ high: Int) -> Middle {
    let middle = Middle.allocate(capacity: 1 << Int(Self.middleBits))
    unsafe middle.initialize(repeating: nil, count: 1 << Int(Self.middleBits))
    unsafe top[high] = unsafe middle
    return unsafe middle
  }
}
