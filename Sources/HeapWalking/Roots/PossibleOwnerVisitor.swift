/// A visitor that collects those words of one object that may own another object, although the
/// types of the words do not show this.
///
/// These are `Unmanaged` values and raw pointers, the slots of a managed buffer, and untyped words,
/// such as a block's captures and a suspended task's frames. The types of all other words show
/// which references they own, and a walk has already found these references.
struct PossibleOwnerVisitor: WordVisitor {
  var words: [UInt] = []
  /// The words in ``words`` that are `Unmanaged` values or raw pointers.
  private(set) var unmanaged: [UInt] = []
  let live: any LiveObjects
  let addresses: Range<UInt>
  /// A Boolean value indicating whether the words being visited are slots of a managed buffer,
  /// which may contain stale words.
  private var isInSlots = false

  init(live: any LiveObjects, addresses: Range<UInt>) {
    self.live = live
    self.addresses = addresses
  }

  mutating func reference(_ found: RawReference) {
    switch found.strength {
    case .unmanaged, .pointer:
      words.append(found.target)
      unmanaged.append(found.target)
    case .strong: if isInSlots { words.append(found.target) }
    case .weak, .unowned, .unownedUnsafe: break
    }
  }

  mutating func enterSlots(bytes: Int) { isInSlots = true }
  mutating func leaveSlots() { isInSlots = false }
}

extension HeapWalker {
  /// Returns those words of an object that may own another object; see ``PossibleOwnerVisitor``.
  ///
  /// - Parameter addresses: The range that contains all allocated blocks.
  /// - Complexity: O(references and untyped bytes of the object).
  func possibleOwners(in object: Address, among addresses: Range<UInt>) -> [UInt] {
    possibleOwnersVisited(in: object, among: addresses).words
  }

  /// Returns the words in ``possibleOwners(in:among:)`` that are `Unmanaged` values or raw
  /// pointers.
  func unmanagedWords(in object: Address, among addresses: Range<UInt>) -> [UInt] {
    possibleOwnersVisited(in: object, among: addresses).unmanaged
  }

  private func possibleOwnersVisited(
    in object: Address, among addresses: Range<UInt>
  ) -> PossibleOwnerVisitor {
    var visitor = PossibleOwnerVisitor(live: live, addresses: addresses)
    interpreter.visit(object, head: plans.objectPlan(for: object), &visitor)
    return visitor
  }
}
