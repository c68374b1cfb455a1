// The layouts of captured values whose type has no metadata: a struct that has only a descriptor,
// or a tuple with an element whose type exists only in the compiler.
//
// The optimizer omits the metadata of an unused private type, and a capture does not count as a
// use. The stored properties of a struct and the elements of a tuple are laid out one after
// another, each at its natural alignment. Source: `docs/ABI/TypeLayout.rst` in the Swift
// repository.

extension CaptureLayout {
  /// - Parameters:
  ///   - name: The name of a struct with at most one generic argument, or of a tuple.
  ///   - environment: The generic arguments of the closure that captures the value.
  /// - Returns: `nil` for any other type, for a C struct, and if the type of a part is unknown.
  init?(structure name: MangledName, in environment: GenericEnvironment) {
    guard
      let parts = Self.properties(of: name, in: environment)
        ?? Self.elements(of: name, in: environment)
    else { return nil }
    self.init(parts: parts)
  }

  private init(parts: [Part]) {
    self.init(content: .structure([]), size: 0, alignment: 1)
    var fields: [Field] = []
    for (label, layout) in parts {
      let offset = layout.aligned(size)
      fields.append(Field(name: label, offset: offset, layout: layout))
      size = offset + layout.size
      alignment = max(alignment, layout.alignment)
    }
    content = .structure(fields)
  }

  private typealias Part = (label: String, layout: CaptureLayout)

  /// Returns the stored properties of a struct; `nil` for any other type, for a C struct, for a
  /// struct with several generic parameters, and if a property's type cannot be resolved.
  private static func properties(
    of name: MangledName, in environment: GenericEnvironment
  ) -> [Part]? {
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
    var parts: [Part] = []
    for index in 0..<records.count {
      guard let type = records[index].typeName, !type.isAccessor,
        let layout = CaptureLayout(type, in: parameters)
      else { return nil }
      parts.append((records[index].name, layout))
    }
    return parts
  }

  /// Returns the elements of a tuple; `nil` for any other type, and if an element's type cannot be
  /// resolved.
  private static func elements(
    of name: MangledName, in environment: GenericEnvironment
  ) -> [Part]? {
    MangledTuple(name, in: environment).flatMap { Self.parts($0.elements, in: environment) }
  }

  private static func parts(
    _ elements: [MangledTuple.Element], in environment: GenericEnvironment
  ) -> [Part]? {
    var parts: [Part] = []
    for element in elements {
      let layout: CaptureLayout? =
        switch element.content {
        case .named(let name): CaptureLayout(name, in: environment)
        case .made(let type): CaptureLayout(type)
        case .tuple(let elements): Self.parts(elements, in: environment).map(Self.init(parts:))
        }
      guard let layout else { return nil }
      parts.append((element.label, layout))
    }
    return parts
  }
}
