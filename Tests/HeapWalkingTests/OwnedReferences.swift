import HeapWalking
import OwnershipGraph

/// What an object owns, as a person would say it: references to class instances,
/// with the runtime's own objects (storage, boxes, closure contexts) passed through.
struct OwnedReference: Hashable, CustomStringConvertible {
  var label: String
  var strength: Strength
  var target: ObjectIdentifier

  init(_ label: String, _ target: AnyObject, _ strength: Strength = .strong) {
    self.label = label
    self.strength = strength
    self.target = ObjectIdentifier(target)
  }

  init(label: String, strength: Strength, address: UInt) {
    self.label = label
    self.strength = strength
    target = unsafe unsafeBitCast(address, to: ObjectIdentifier.self)
  }

  var description: String { "\(label) \(strength.rawValue) → \(target)" }
}

extension HeapWalker {
  /// The references out of `object`, those of runtime objects joined to the field
  /// that leads to them.
  func owned(by object: AnyObject) -> [OwnedReference] {
    owned(by: Address(of: object), prefix: "", depth: 0)
  }

  private func owned(by object: Address, prefix: String, depth: Int) -> [OwnedReference] {
    reading(of: object).references.flatMap { reference -> [OwnedReference] in
      let label = [prefix, reference.label].filter { !$0.isEmpty }.joined(separator: "/")
      let target = Address(reference.target)
      let kind = reading(of: target).kind
      let isPassedThrough =
        reference.strength == .strong && kind != .classInstance && kind != .actor && depth < 6
      return isPassedThrough
        ? owned(by: target, prefix: label, depth: depth + 1)
        : [OwnedReference(label: label, strength: reference.strength, address: reference.target)]
    }
  }
}
