/// A type that collects the words of one object that its enums do not use: an enum whose case was
/// changed to one with a smaller payload, or with none, still contains words of the previous one.
struct UnusedPayloadVisitor: ReferenceVisitor {
  private(set) var words: [UInt] = []
  private let live: any LiveObjects
  private let addresses: Range<UInt>
  /// The copies that are being read, with their originals.
  private var copies: [(copy: Address, original: Address)] = []

  /// - Parameter addresses: The range that contains all objects.
  init(live: any LiveObjects, addresses: Range<UInt>) {
    self.live = live
    self.addresses = addresses
  }

  mutating func unused(start: Address, length: Int) {
    var start = start
    // The witness has cleared bits of the copy.
    for (copy, original) in copies.reversed() { start = original + Int(start.bits - copy.bits) }
    let first = (start.bits + 7) & ~7
    let end = (start.bits + UInt(length)) & ~7
    if first < end { words += AddressWords(of: first..<end, in: addresses) }
  }

  mutating func enterCopy(_ copy: Address, of original: Address, size: Int) {
    copies.append((copy, original))
  }
  mutating func leaveCopy() { copies.removeLast() }

  mutating func reference(_ found: RawReference) {}
  mutating func untyped(start: Address, length: Int, label: UInt32) {}
  mutating func untypedRest(of object: Address, from offset: Int, label: UInt32) {}
  mutating func enterSlots(bytes: Int) {}
  mutating func leaveSlots() {}
  mutating func enter(label: UInt32) {}
  mutating func leave() {}

  var followsWeakReferences: Bool { false }
  var believesCounts: Bool { false }

  func extent(of object: Address) -> Int { live.size(of: object.bits) ?? .max }
}

extension HeapWalker {
  /// Returns the words of an object that its enums do not use; see ``UnusedPayloadVisitor``.
  ///
  /// - Parameter addresses: The range that contains all objects.
  /// - Complexity: O(references of the object).
  func unusedWords(in object: Address, among addresses: Range<UInt>) -> [UInt] {
    var visitor = UnusedPayloadVisitor(live: live, addresses: addresses)
    interpreter.visit(object, head: plans.objectPlan(for: object), &visitor)
    return visitor.words
  }
}
