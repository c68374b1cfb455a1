// The components of a key path.
//
// Each component has a header of 32 bits, aligned to a word, which contains the kind in bits 24 to
// 30. The kind determines the contents after the header:
//
// - A stored property: the offset, unless the header contains it.
// - An optional step: nothing.
// - A computed property: an identifier, a getter and perhaps a setter.
// - A subscript: the same as for a computed property, then the size of the arguments, the address
//   of the table of functions for them (see ``KeyPathArguments``), and the arguments.
//
// Between two components, the type of the intermediate value is stored. Source:
// `RawKeyPathComponent` in `KeyPath.swift` of the Swift repository.

extension PlanInterpreter {
  private enum Component {
    static let structProperty: UInt32 = 1
    static let computed: UInt32 = 2
    static let classProperty: UInt32 = 3
    static let optionalStep: UInt32 = 4
    /// The value of the header's offset field if the actual offset follows the header.
    static let outOfLine: UInt32 = 0x7F_FFFF
    static let isSettable: UInt32 = 0x40_0000
    static let hasArguments: UInt32 = 0x08_0000
    /// The arguments are followed by a word that another module defines.
    static let isExternal: UInt32 = 0x10
  }

  /// Visits a key path's components. If the highest bit of the buffer's header is set, the
  /// components need no destruction, so they contain no references.
  func visitKeyPath<Visitor: ReferenceVisitor & ~Copyable>(
    _ object: Address, _ visitor: inout Visitor
  ) {
    let header = object.uint32(24)
    guard header >> 31 == 0 else { return }
    let size = min(Int(header & 0xFF_FFFF), max(0, visitor.extent(of: object) - 32))
    let end = object + 32 + size
    var address = object + 32
    while address.bits < end.bits {
      guard let next = visitComponent(at: address, end: end, of: object, &visitor) else {
        let rest = Int(end.bits - address.bits)
        visitor.untyped(start: address, length: rest, label: PlanStore.argumentLabel)
        return
      }
      // Skips the type of the value between two components.
      address = Address((next.bits + 7) & ~7) + 8
    }
  }

  /// Visits a component and returns its end; `nil` if its form is unknown.
  private func visitComponent<Visitor: ReferenceVisitor & ~Copyable>(
    at address: Address, end: Address, of object: Address, _ visitor: inout Visitor
  ) -> Address? {
    let header = address.uint32()
    switch header >> 24 & 0x7F {
    case Component.structProperty, Component.classProperty:
      return header & Component.outOfLine == Component.outOfLine ? address + 8 : address + 4
    case Component.optionalStep: return address + 4
    case Component.computed:
      guard header & Component.isExternal == 0 else { return nil }
      let functions = header & Component.isSettable == 0 ? address + 24 : address + 32
      guard header & Component.hasArguments != 0 else { return functions }
      let size = Int(bitPattern: functions.word())
      let arguments = functions + 16
      guard size >= 0, arguments.bits <= end.bits, size <= Int(end.bits - arguments.bits) else {
        return nil
      }
      let witnesses = functions.address(8)
      if let steps = plans.keyPathArguments(at: arguments, witnesses: witnesses, size: size) {
        run(steps, at: arguments, of: object, &visitor)
      } else {
        visitCopied(at: arguments, witnesses: witnesses, size: size, &visitor)
      }
      return arguments + size
    default: return nil
    }
  }

  /// Visits captured arguments of unknown types.
  private func visitCopied<Visitor: ReferenceVisitor & ~Copyable>(
    at start: Address, witnesses: Address, size: Int, _ visitor: inout Visitor
  ) {
    // A weak reference contains the address of a side table, which must not be replaced.
    let copied = CopiedReferences(at: start, size: size, witnesses: witnesses) {
      store.check.isObject(at: $0) && !SideTable.belongsToLiveObject($0)
    }
    guard let copied else {
      visitor.untyped(start: start, length: size, label: PlanStore.argumentLabel)
      return
    }
    for word in copied.words {
      visitor.reference(
        RawReference(
          target: word.target, strength: word.strength, label: PlanStore.argumentLabel,
          address: start + word.offset))
    }
  }
}
