/// A property that a class or a structure declares and stores in its instances.
struct StoredProperty: Hashable {
  /// The class or the structure that declares the property.
  let declaringType: Metadata
  private let index: Int

  /// - Parameter type: The class or the structure to search for the property. The superclasses of a
  ///   class are not searched.
  init?(_ name: some StringProtocol, of type: Metadata) {
    guard let descriptor = type.descriptor, descriptor.isClass || descriptor.isStruct,
      let fields = descriptor.fields,
      let index = (0..<fields.count).first(where: { fields[$0].name == name })
    else { return nil }
    (declaringType, self.index) = (type, index)
  }

  private var record: FieldRecord? { declaringType.descriptor?.fields.map { $0[index] } }

  private var type: Metadata? {
    guard let descriptor = declaringType.descriptor, let name = record?.typeName else { return nil }
    return name.type(in: descriptor, arguments: genericArguments)
  }

  private var genericArguments: Address {
    ClassMetadata(declaringType)?.genericArguments ?? declaringType.valueGenericArguments
  }

  /// Returns the offset of the property in an instance, in bytes.
  ///
  /// - Parameter level: The metadata of the class that declares the property.
  func offset(in level: ClassMetadata) -> Int { level.fieldOffset(index) }

  /// A Boolean value indicating whether the property is declared with `let`.
  var isConstant: Bool { record.map { !$0.isVariable } ?? false }

  /// A Boolean value indicating whether the property's type is an optional; `true` if the type is
  /// unknown, for example because it is noncopyable; see ``noncopyableType(_:)``.
  var isOptional: Bool {
    guard let record, let name = record.typeName, !name.isAccessor else { return true }
    let type = name.operators
    return type.hasSuffix(record.isLazy ? "SgSg" : "Sg")
  }

  /// The types of the standard library from which a program can remove an element.
  static let collections: Set<String> = [
    "Array", "ArraySlice", "ContiguousArray", "Dictionary", "Set",
  ]

  /// A Boolean value indicating whether a program may be able to remove an element from the value.
  /// It is `false` only if the property's type, without an optional around it, is a value type of
  /// the standard library that is not in ``collections``, for example an iterator.
  var hasRemovableElements: Bool {
    guard let type = wrappedType, let descriptor = type.descriptor else { return true }
    return descriptor.isClass || descriptor.module != "Swift"
      || Self.collections.contains(descriptor.name)
  }

  /// Returns the type of the property if it is noncopyable; `nil` if it is copyable or unknown.
  func noncopyableType(_ symbols: SymbolTable) -> TypeExpression? {
    guard let name = record?.typeName, name.isAccessor else { return nil }
    return symbols.typeExpression(ofRecordAt: name.address)
  }

  /// Returns the type of the value that the property's mutex protects, without an optional around
  /// it. Returns `nil` if the property is not a mutex, or if the type is unknown.
  func typeInMutex(_ symbols: SymbolTable) -> Metadata? {
    guard let descriptor = declaringType.descriptor, let name = record?.typeName,
      let value = noncopyableType(symbols)?.valueOfMutex
    else { return nil }
    let types = PrintedTypeResolver(symbols: symbols, near: name.address) {
      GenericArgument($0, in: descriptor, arguments: genericArguments)
    }
    return types.type(of: value)?.withoutOptional
  }

  /// The name of the class that is the property's type, without a module and generic arguments;
  /// `nil` if the type is not a class.
  var className: String? { type.flatMap { ClassMetadata($0)?.descriptor.name } }

  /// A Boolean value indicating whether the property can be declared `weak`, because its type is a
  /// class, a class-bound protocol, or an optional of one of these; `true` if the type is unknown.
  ///
  /// A generic parameter counts as a class only if its constraints require a class, whatever its
  /// argument is. A `lazy` property cannot be declared `weak`.
  var canBeWeak: Bool {
    guard let descriptor = declaringType.descriptor, let name = record?.typeName
    else { return true }
    if record?.isLazy == true { return false }
    if let parameter = Self.parameter(name.operators) {
      return descriptor.constrainsToClasses(parameter)
    }
    return wrappedType?.isObjectType ?? true
  }

  /// The type of the property, without an optional around it; `nil` if the type is unknown.
  var wrappedType: Metadata? { type?.withoutOptional }

  /// Returns `operators` without the suffix of an optional, if the result is the name of a generic
  /// parameter or an associated type. Returns `nil` for any other type.
  private static func parameter(_ operators: String) -> String? {
    let name = operators.hasSuffix("Sg") ? operators.dropLast(2) : operators[...]
    var rest = name
    if GenericParameter(from: &rest) != nil, rest.isEmpty { return String(name) }
    let isAssociated = name.firstMatch(of: #/Q([zZ]|[yY][d0-9_]*_)$/#) != nil
    return isAssociated ? String(name) : nil
  }
}

extension TypeExpression {
  /// The type of the value in a mutex; `nil` if the type is not a mutex.
  var valueOfMutex: TypeExpression? {
    guard case .nominal("Synchronization.Mutex", let arguments) = self else { return nil }
    return arguments.first
  }

  /// A Boolean value indicating whether the type is an optional or a mutex with an optional.
  var isOptional: Bool {
    if let value = valueOfMutex { return value.isOptional }
    guard case .nominal("Swift.Optional", _) = self else { return false }
    return true
  }
}

extension Metadata {
  /// The wrapped type if the type is an optional; otherwise the type itself.
  var withoutOptional: Metadata {
    kind == .optionalType ? Metadata(valueGenericArguments.address()) : self
  }

  /// A Boolean value indicating whether each value of the type is a reference that can be declared
  /// `weak`. A reference to an error cannot be declared `weak`, because the box of an error is not
  /// an instance of a class. Source: `ExistentialTypeFlags` in `MetadataValues.h` of the Swift
  /// repository.
  var isObjectType: Bool {
    switch kind {
    case .classType, .foreignClass: return true
    case .existential:
      let flags = address.uint32(8)
      return flags & 0x8000_0000 == 0 && flags >> 24 & 0x3F != 1
    case .extendedExistential: return address.address(8).uint32(0) & 0xFF == 1
    default: return false
    }
  }
}
