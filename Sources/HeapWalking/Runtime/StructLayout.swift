/// The layout of a struct that has a descriptor and no metadata.
///
/// The optimizer leaves the metadata of a private type out that nothing asks for,
/// and captures do not ask. Its stored properties then lie one after another, each at
/// its natural alignment. Source: `docs/ABI/TypeLayout.rst` in the Swift repository.
struct StructLayout {
  struct Field {
    var name: String
    var offset: Int
    var layout: CaptureLayout
  }

  private(set) var fields: [Field] = []
  private(set) var size = 0
  private(set) var alignment = 1

  /// - Parameters:
  ///   - name: A struct with at most one generic argument; `nil` for any other type and
  ///     where a property's type is not known.
  ///   - environment: The generic parameters of the closure that captures it.
  init?(_ name: MangledName, in environment: GenericEnvironment) {
    guard let (descriptor, argument) = name.nominalType, descriptor.isStruct,
      descriptor.module != "__C", let records = descriptor.fields
    else { return nil }
    var parameters = GenericEnvironment.empty
    if descriptor.isGeneric {
      guard descriptor.genericParameterCount == 1,
        let type = argument?.type(in: environment)
      else { return nil }
      parameters = GenericEnvironment([.first: .type(type)])
    }
    for index in 0..<records.count {
      guard let type = records[index].typeName, !type.isAccessor,
        let layout = CaptureLayout(type, in: parameters)
      else { return nil }
      append(records[index].name, layout)
    }
  }

  /// A tuple with elements that only the compiler knows; it is laid out as a struct is.
  init?(tuple name: MangledName, in environment: GenericEnvironment) {
    guard let tuple = MangledTuple(name, in: environment) else { return nil }
    for element in tuple.elements {
      let layout: CaptureLayout? =
        switch element.content {
        case .named(let name): CaptureLayout(name, in: environment)
        case .made(let type): CaptureLayout(type)
        }
      guard let layout else { return nil }
      append(element.label, layout)
    }
  }

  private mutating func append(_ name: String, _ layout: CaptureLayout) {
    let offset = layout.aligned(size)
    fields.append(Field(name: name, offset: offset, layout: layout))
    size = offset + layout.size
    alignment = max(alignment, layout.alignment)
  }
}
