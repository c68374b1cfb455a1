// A field's record names its type; its offset comes from the owner's metadata.
// A type that cannot be copied is named by an accessor that answers `()` (so that
// an old runtime does not copy it); the linker's symbol at the name still spells
// the type. Where that is stripped, the bytes up to the next field are scanned.

extension PlanBuilder {
  /// Where a field is and what it is called, before its type is known.
  struct Field {
    var record: FieldRecord
    var offset: Int
    /// The first byte that is not the field's.
    var end: Int
  }

  /// Returns the steps of a nominal type's stored properties.
  func steps(
    of fields: [Field], in descriptor: TypeDescriptor, arguments: Address, hidesNames: Bool
  ) -> [PlanStep] {
    fields.flatMap { field -> [PlanStep] in
      guard let name = field.record.typeName else { return [] }
      let label = hidesNames ? "" : field.record.name
      switch name.ownership {
      case .weak: return nest(reference(.weak), at: field.offset, label: label)
      case .unowned: return nest(reference(.unowned), at: field.offset, label: label)
      case .unmanaged:
        let opcode: Opcode = descriptor.isUnmanaged ? .unmanaged : .unownedUnsafe
        return nest(reference(opcode), at: field.offset, label: label)
      case .strong: break
      }
      if isRetained(field.record, of: descriptor) {
        return nest(reference(.strong), at: field.offset, label: label)
      }
      if name.isBlock { return nest(reference(.block), at: field.offset, label: label) }
      switch resolve(name, in: descriptor, arguments: arguments) {
      case .type(let type): return nest(plan(for: type), at: field.offset, label: label)
      case .plain: return nest(words(in: field), at: field.offset, label: label)
      case nil:
        let extent = field.end - field.offset
        let step = scan(offset: field.offset, length: extent, label: store.label(label))
        return step.map { [$0] } ?? []
      }
    }
  }

  /// Words that are no counted references, and may be addresses all the same.
  private func words(in field: Field) -> ValuePlan {
    let first = (8 - field.offset % 8) % 8
    let steps = stride(from: first, to: max(first, field.end - field.offset - 7), by: 8)
      .flatMap { nest(reference(.pointer), at: $0, label: "") }
    return ValuePlan(steps: steps)
  }

  /// What a field's name stands for.
  private enum Resolution {
    case type(Metadata)
    /// Bits that are no counted references: an `Atomic` of anything.
    case plain
  }

  /// What a field's name stands for; `nil` where it cannot be known.
  private func resolve(
    _ name: MangledName, in descriptor: TypeDescriptor, arguments: Address
  ) -> Resolution? {
    guard let type = name.type(in: descriptor, arguments: arguments) else { return nil }
    let isHidden = name.isAccessor && type.kind == .tuple && type.hasLayout && type.size == 0
    guard isHidden else { return .type(type) }
    guard let expression = expression(ofRecordAt: name.address) else { return nil }
    if case .nominal("Synchronization.Atomic", _) = expression { return .plain }
    let types = WrittenTypes(symbols: store.symbols, near: name.address) {
      GenericArgument($0, in: descriptor, arguments: arguments)
    }
    return types.type(of: expression).map(Resolution.type)
  }

  /// Returns the type that the symbol of a type record spells: `get_type_metadata
  /// 15Synchronization5MutexVySiG noncopyable.2`.
  private func expression(ofRecordAt record: Address) -> TypeExpression? {
    guard let symbol = store.symbols.typeRecordName(at: record) else { return nil }
    let words = symbol.split(separator: " ")
    guard words.count == 3, let text = Demangler.demangle("$s\(words[1])D") else { return nil }
    return TypeExpression(text)
  }

  /// Gives each field its end: the next field's offset, or the owner's size.
  func withEnds(_ fields: [(FieldRecord, offset: Int)], size: Int) -> [Field] {
    let offsets = fields.map(\.offset).sorted()
    return fields.map { record, offset in
      Field(record: record, offset: offset, end: offsets.first { $0 > offset } ?? max(size, offset))
    }
  }

  /// A type of the toolchain's libraries, whose inner field names tell a user nothing.
  func hidesNames(_ descriptor: TypeDescriptor) -> Bool {
    let module = descriptor.module
    return module == "Swift" || module == "Synchronization" || module == "Dispatch"
      || module.hasPrefix("_") || module.hasPrefix("Foundation")
  }
}
