import KnownCode

extension StoredProperty {
  /// Returns the property of a structure that a path denotes. The path begins with the name of
  /// `self`. For example, the result is the property `delegate` for the paths `state.delegate`
  /// and `cells[*].delegate`. The path may pass through elements of the standard library's
  /// collections.
  ///
  /// Returns `nil` if a type on the path is not a structure of the module that declares `self`, or
  /// if the path does not end with a property of a structure. If a library of the language declares
  /// `self`, for example the header of a `ManagedBuffer`, all structures must be of one module that
  /// is not such a library.
  ///
  /// - Parameter dynamicType: If the property's type is a protocol, the type of the property's
  ///   value; if the property is a mutex, the type of the value in the mutex.
  func field(at path: String, dynamicType: Metadata?) -> StoredProperty? {
    let names = path.split(separator: ".")
    var module = declaringType.descriptor?.module
    var found = self
    for (position, (name, owner)) in zip(names.dropFirst(), names).enumerated() {
      let contained = position == 0 && !owner.contains("[") ? dynamicType : nil
      guard let type = contained ?? found.type(withIndicesOf: owner, before: name),
        let descriptor = type.descriptor, descriptor.isStruct,
        Self.isInside(descriptor.module, module),
        let next = StoredProperty(name.prefix { $0 != "[" }, of: type)
      else { return nil }
      found = next
      module = descriptor.module
    }
    return names.count > 1 && names.last?.contains("[") == false ? found : nil
  }

  private static func isInside(_ module: String, _ owner: String?) -> Bool {
    guard let owner, KnownModules.language.contains(owner) else { return module == owner }
    return !KnownModules.language.contains(module)
  }

  /// Returns the type of the property's value or, if the component contains indices, of an element
  /// of the value. Returns `nil` if the type is unknown.
  private func type(withIndicesOf component: Substring, before next: Substring) -> Metadata? {
    var type = wrappedType
    for _ in component.filter({ $0 == "[" }) {
      // After an index of a dictionary, the component `key` may denote the key or a property of the
      // value, so the type is unknown.
      guard let collection = type, let descriptor = collection.descriptor,
        Self.collections.contains(descriptor.name), descriptor.module == "Swift",
        descriptor.name != "Dictionary" || next != "key"
      else { return nil }
      let index = descriptor.name == "Dictionary" ? 8 : 0
      type = Metadata(collection.valueGenericArguments.address(index)).withoutOptional
    }
    return type
  }
}
