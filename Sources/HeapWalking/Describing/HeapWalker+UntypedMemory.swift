extension HeapWalker {
  /// Returns the name of the stored property through which an object refers to untyped memory;
  /// `nil` if there is no such property, or more than one, or if the object's size is unknown.
  ///
  /// - Parameter isObject: A closure that returns whether an address is the address of an object.
  /// - Complexity: O(size of the object).
  package func propertyWithUntypedMemory(
    of object: UInt, isObject: (UInt) -> Bool
  ) -> String? {
    property(of: object) { word in
      let value = word.word()
      return value != object && live.size(of: value) != nil && !isObject(value)
    }
  }

  /// Returns the names of the stored properties that contain words other than typed references. The
  /// keys are the values of these words. A value that occurs in several properties is omitted. The
  /// result is empty if the object's size is unknown.
  ///
  /// - Complexity: O(size of the object).
  package func propertiesOfUntypedWords(in object: UInt) -> [UInt: String] {
    let typed = Set(reading(of: Address(object)).references.compactMap { $0.slot?.address })
    var names: [UInt: Set<String>] = [:]
    for (word, name) in propertyWords(of: object) where !typed.contains(word.bits) {
      names[word.word(), default: []].insert(name)
    }
    return names.compactMapValues { $0.count == 1 ? $0.first : nil }
  }

  /// Returns the name of the only stored property that contains words that satisfy a predicate;
  /// `nil` if no property or several properties contain such words, or if the object's size is
  /// unknown.
  private func property(of object: UInt, whoseWordsInclude isWanted: (Address) -> Bool) -> String? {
    let names = Set(propertyWords(of: object).filter { isWanted($0.word) }.map(\.name))
    return names.count == 1 ? names.first : nil
  }

  /// Returns the words of an object's stored properties, each with the property's name.
  ///
  /// The words that follow the last property, such as the elements of a `ManagedBuffer`, are
  /// omitted.
  private func propertyWords(of object: UInt) -> [(word: Address, name: String)] {
    let start = Address(object)
    let properties = propertyOffsets(of: start)
    guard let first = properties.first?.offset, let size = live.size(of: object),
      let end = ClassMetadata(Metadata(start.address()))?.instanceSize
    else { return [] }
    return stride(from: first & ~7, through: min(size, end) - 8, by: 8).compactMap { offset in
      let property = properties.last { $0.offset <= offset }
      return property?.name.map { (start + offset, $0) }
    }
  }

  /// Returns the stored properties of an object, including inherited ones, sorted by offset. The
  /// name of a property is `nil` if it is unknown.
  private func propertyOffsets(of object: Address) -> [(name: String?, offset: Int)] {
    let found = levels(of: object).flatMap { level -> [(name: String?, offset: Int)] in
      guard let fields = level.descriptor.fields else {
        return undescribedProperties(of: level).map { ($0.name, $0.offset) }
      }
      return (0..<fields.count).map { (fields[$0].name, level.fieldOffset($0)) }
    }
    return found.sorted { $0.offset < $1.offset }
  }
}
