internal import OwnershipGraph

/// A visitor that collects the references of one object, with their field paths.
struct NamingVisitor: ReferenceVisitor {
  private let store: PlanStore
  private let live: any LiveObjects
  private var path: [PlanStore.Label] = []
  private(set) var references: [ObjectReferences.Reference] = []
  var coverage = Coverage()
  /// A Boolean value indicating whether the words being read may be stale.
  private var isInSlots = false
  /// The copies of stored values that the visitor is reading. The copies are nested; the innermost
  /// one is last.
  private var copies: [(copy: Address, original: Address, size: Int)] = []

  init(store: PlanStore, live: any LiveObjects) {
    self.store = store
    self.live = live
  }

  private func label(_ index: UInt32) -> PlanStore.Label {
    let label = store.labels[Int(index)]
    guard !path.isEmpty else { return label }
    let parts = path + [label]
    return PlanStore.Label(
      text: parts.map(\.text).reduce("", PlanBuilder.path),
      isInPayload: parts.contains(where: \.isInPayload))
  }

  mutating func reference(_ found: RawReference) {
    guard let strength = Strength(found.strength), !isInSlots || isLive(found) else { return }
    if isInSlots { coverage.scannedReferences += 1 } else { coverage.typedReferences += 1 }
    let label = label(found.label)
    references.append(
      ObjectReferences.Reference(
        target: found.target, label: label.text, strength: strength,
        evidence: isInSlots ? .scanned : .typed,
        function: found.function, slot: slot(of: found), isInPayload: label.isInPayload))
  }

  /// Returns the word that stores a reference. If the reference was read from a copy, returns the
  /// corresponding word of the original. Returns `nil` if the reference does not own its target or
  /// may be stale.
  private func slot(of found: RawReference) -> ReferenceSlot? {
    guard found.strength == .strong, !isInSlots else { return nil }
    let isContext = found.function != 0
    var address = isContext ? found.address + 8 : found.address
    for (copy, original, size) in copies.reversed()
    where address.bits >= copy.bits && address.bits - copy.bits < UInt(size) {
      address = original + Int(address.bits - copy.bits)
    }
    return ReferenceSlot(address: address.bits, followsCode: isContext)
  }

  private func isLive(_ found: RawReference) -> Bool {
    guard found.strength != .strong else {
      return UntypedBytes.isKept(found.target, live, store.check)
    }
    return live.contains(found.target) && store.check.isObject(at: Address(found.target))
  }

  mutating func enterSlots(bytes: Int) {
    coverage.scannedBytes += bytes
    isInSlots = true
  }

  mutating func leaveSlots() { isInSlots = false }

  mutating func enterCopy(_ copy: Address, of original: Address, size: Int) {
    copies.append((copy, original, size))
  }

  mutating func leaveCopy() { copies.removeLast() }

  mutating func enter(label: UInt32) { path.append(store.labels[Int(label)]) }
  mutating func leave() { path.removeLast() }

  var followsWeakReferences: Bool { true }

  var trustsElementCounts: Bool { false }

  func extent(of object: Address) -> Int { live.size(of: object.bits) ?? .max }

  mutating func untyped(start: Address, length: Int, label: UInt32) {
    if !isInSlots { coverage.scannedBytes += length }
    let name = self.label(label).text
    UntypedBytes.scan(start, length: length, live: live, store.check) { target, _ in
      coverage.scannedReferences += 1
      references.append(
        ObjectReferences.Reference(
          target: target, label: name, strength: .strong, evidence: .scanned, function: 0))
    }
  }

  mutating func untypedRest(of object: Address, from offset: Int, label: UInt32) {
    guard let size = live.size(of: object.bits) else {
      coverage.unknownReferences += 1
      return
    }
    untyped(start: object + offset, length: max(0, size - offset), label: label)
  }
}

extension Strength {
  /// Creates the strength to report; `nil` for a raw pointer, which is not reported.
  fileprivate init?(_ strength: RawReference.Strength) {
    switch strength {
    case .strong: self = .strong
    case .weak: self = .weak
    case .unowned: self = .unowned
    case .unownedUnsafe, .unmanaged: self = .unmanaged
    case .pointer: return nil
    }
  }
}
