/// A visitor that collects words of one object. From bytes of unknown type, it collects every word
/// that may be the address of an allocated block.
protocol WordVisitor: ReferenceVisitor {
  var words: [UInt] { get set }
  var live: any LiveObjects { get }
  /// The range that contains all allocated blocks.
  var addresses: Range<UInt> { get }
}

extension WordVisitor {
  mutating func untyped(start: Address, length: Int, label: UInt32) {
    guard length > 0 else { return }
    words += AddressWords(of: start.bits..<start.bits + UInt(length), in: addresses)
  }

  mutating func untypedRest(of object: Address, from offset: Int, label: UInt32) {
    guard let size = live.size(of: object.bits) else { return }
    untyped(start: object + offset, length: size - offset, label: label)
  }

  mutating func enter(label: UInt32) {}
  mutating func leave() {}

  var followsWeakReferences: Bool { false }
  var trustsElementCounts: Bool { false }

  func extent(of object: Address) -> Int { live.size(of: object.bits) ?? .max }
}
