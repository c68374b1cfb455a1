extension HeapWalker {
  /// Returns the name of the stored property through which an object refers to untyped memory;
  /// `nil` if there is no such property, or more than one, or if the object's size is unknown.
  ///
  /// - Parameter isObject: A closure that returns whether an address is the address of an object.
  /// - Complexity: O(size of the object).
  package func propertyWithUntypedMemory(
    of object: UInt, isObject: (UInt) -> Bool
  ) -> String? {
    let properties = propertyOffsets(of: Address(object))
    guard let first = properties.first?.offset, let size = live.size(of: object) else { return nil }
    var names = Set<String>()
    for offset in stride(from: first & ~7, through: size - 8, by: 8) {
      let word = (Address(object) + offset).word()
      guard word != object, live.size(of: word) != nil, !isObject(word),
        let property = properties.last(where: { $0.offset <= offset })
      else { continue }
      names.insert(property.name)
    }
    return names.count == 1 ? names.first : nil
  }

  /// Returns the name of the stored property that contains an address, although the property's type
  /// is not a reference; `nil` if no property or several properties contain the address, or if the
  /// object's size is unknown.
  ///
  /// - Complexity: O(size of the object).
  package func property(of object: UInt, containing target: UInt) -> String? {
    let properties = propertyOffsets(of: Address(object))
    guard let first = properties.first?.offset, let size = live.size(of: object) else { return nil }
    let names = stride(from: first & ~7, through: size - 8, by: 8).filter {
      (Address(object) + $0).word() == target
    }.compactMap { offset in properties.last { $0.offset <= offset }?.name }
    return Set(names).count == 1 ? names.first : nil
  }

  /// Returns the stored properties of an object, including inherited ones, sorted by offset.
  private func propertyOffsets(of object: Address) -> [(name: String, offset: Int)] {
    let own = Metadata(object.address())
    guard own.kind == .classType else { return [] }
    let levels = ([own] + superclasses(of: object)).compactMap(ClassMetadata.init)
    let found = levels.flatMap { level -> [(name: String, offset: Int)] in
      guard let fields = level.descriptor.fields else { return [] }
      return (0..<fields.count).map { (fields[$0].name, level.fieldOffset($0)) }
    }
    return found.sorted { $0.offset < $1.offset }
  }
}
