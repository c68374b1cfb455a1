/// Collects what a value refers to.
struct TargetVisitor: ReferenceVisitor {
  /// The targets of strong references.
  private(set) var strong: [UInt] = []
  /// The targets of references of any strength.
  private(set) var all: Set<UInt> = []
  /// A Boolean value indicating whether bytes have no known type.
  private(set) var hasUntyped = false

  mutating func reference(_ found: RawReference) {
    all.insert(found.target)
    if found.strength == .strong { strong.append(found.target) }
  }

  mutating func untyped(start: Address, length: Int, label: UInt32) {
    hasUntyped = hasUntyped || length > 0
  }

  mutating func untypedRest(of object: Address, from offset: Int, label: UInt32) {
    hasUntyped = true
  }

  mutating func enterSlots(bytes: Int) {}
  mutating func leaveSlots() {}
  mutating func enter(label: UInt32) {}
  mutating func leave() {}

  var followsWeakReferences: Bool { false }
  var believesCounts: Bool { false }

  func extent(of object: Address) -> Int { .max }
}
