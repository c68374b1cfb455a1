// The record of a field contains the name of the field's type. The offset of the field comes from
// the metadata of the type that declares the field.
//
// If a field has a noncopyable type, the name in its record is only a reference to an accessor. The
// accessor returns `()`, so that an old runtime does not copy the field. The symbol at the address
// of the name contains the actual type. A stripped program has no such symbol, so the bytes from
// the field up to the next field are scanned.

extension PlanBuilder {
  /// A field's position and name, before its type is known.
  struct Field {
    var record: FieldRecord
    var offset: Int
    /// The offset of the next field; for the last field, the size of the value or instance.
    var end: Int
  }

  /// Returns the steps that read the stored properties of a nominal type.
  func steps(
    of fields: [Field], in descriptor: TypeDescriptor, arguments: Address, hidesNames: Bool
  ) -> [PlanStep] {
    fields.flatMap { field -> [PlanStep] in
      guard let name = field.record.typeName else { return [] }
      if field.record.name == DefaultActorLayout.field {
        return jobs(ofActorWithStorageAt: field.offset)
      }
      let label = hidesNames ? "" : field.record.name
      switch name.ownership {
      case .weak: return nest(reference(.weak), at: field.offset, label: label)
      case .unowned, .unmanaged:
        if name.type(in: descriptor, arguments: arguments)?.kind == .foreignReference {
          return nest(reference(.pointer), at: field.offset, label: label)
        }
        let opcode: Opcode =
          descriptor.isUnmanaged
          ? .unmanaged : name.ownership == .unowned ? .unowned : .unownedUnsafe
        let plan = reference(opcode, operand: name.isUnownedOptional ? 1 : 0)
        return nest(plan, at: field.offset, label: label)
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

  /// Returns a plan for words that are not counted references but may be addresses.
  private func words(in field: Field) -> ValuePlan {
    let first = (8 - field.offset % 8) % 8
    let steps = stride(from: first, to: max(first, field.end - field.offset - 7), by: 8)
      .flatMap { nest(reference(.pointer), at: $0, label: "") }
    return ValuePlan(steps: steps)
  }

  /// The result of resolving the name of a field's type.
  private enum Resolution {
    case type(Metadata)
    /// Bits that are not counted references: an `Atomic` of any type.
    case plain
  }

  /// Resolves the name of a field's type; returns `nil` if the type is unknown.
  private func resolve(
    _ name: MangledName, in descriptor: TypeDescriptor, arguments: Address
  ) -> Resolution? {
    guard let type = name.type(in: descriptor, arguments: arguments) else { return nil }
    let isHidden = name.isAccessor && type.kind == .tuple && type.hasLayout && type.size == 0
    guard isHidden else { return .type(type) }
    guard let expression = store.symbols.typeExpression(ofRecordAt: name.address)
    else { return nil }
    if case .nominal("Synchronization.Atomic", _) = expression { return .plain }
    let types = PrintedTypeResolver(symbols: store.symbols, near: name.address) {
      GenericArgument($0, in: descriptor, arguments: arguments)
    }
    return types.type(of: expression).map(Resolution.type)
  }

  /// Adds the end of each field. A field ends at the offset of the next field, and the last field
  /// ends at `size`.
  func withEnds(_ fields: [(FieldRecord, offset: Int)], size: Int) -> [Field] {
    let offsets = fields.map(\.offset).sorted()
    return fields.map { record, offset in
      Field(record: record, offset: offset, end: offsets.first { $0 > offset } ?? max(size, offset))
    }
  }

  /// Returns whether the field names of a type are hidden from users. They are hidden if the type
  /// is declared by the standard library, Synchronization, Dispatch, or a module whose name starts
  /// with `Foundation` or `_`.
  func hidesNames(_ descriptor: TypeDescriptor) -> Bool {
    let module = descriptor.module
    return module == "Swift" || module == "Synchronization" || module == "Dispatch"
      || module.hasPrefix("_") || module.hasPrefix("Foundation")
  }
}

extension SymbolTable {
  /// Returns the type whose mangled name is in the symbol of a type record, as in this symbol:
  ///
  ///     get_type_metadata 15Synchronization5MutexVySiG noncopyable.2
  func typeExpression(ofRecordAt record: Address) -> TypeExpression? {
    guard let symbol = typeRecordName(at: record) else { return nil }
    let words = symbol.split(separator: " ")
    guard words.count == 3, let text = Demangler.demangle("$s\(words[1])D") else { return nil }
    return TypeExpression(text)
  }
}
