internal import OwnershipGraph

extension HeapWalker {
  /// Returns the declaration of a structure's property, given a label such as `state.delegate` or
  /// `cells[*].delegate`. Returns `nil` if the label has another form, or if the property cannot be
  /// `weak`.
  ///
  /// The line of the property is looked up in the file that declares the class `level`, and then in
  /// the other known source files.
  ///
  /// - Parameters:
  ///   - storage: The class's property with which the label begins.
  ///   - level: The class that declares this property.
  ///   - object: An instance of the class.
  func field(
    _ label: String, in storage: StoredProperty, of level: Metadata, _ object: Address
  ) -> ObjectGraph.Reference.Declaration.Field? {
    guard label.contains("."),
      let stored = storage.field(
        at: label, dynamicType: dynamicType(of: storage, of: level, object)),
      stored.canBeWeak
    else { return nil }
    var field = ObjectGraph.Reference.Declaration.Field(
      type: typeLabel(stored.declaringType, fallback: "structure").short,
      property: label.split(separator: ".").last.map(String.init) ?? label,
      isOptional: stored.isOptional ? nil : false,
      isConstant: stored.isConstant ? true : nil)
    let module = stored.declaringType.descriptor?.module
    if module != level.descriptor?.module { field.module = module }
    let className = typeLabel(level, fallback: "class").short
    let path = deinitializer(of: level).flatMap { start(ofClass: className, $0)?.path }
    field.location = location(ofField: field.property, ofStructure: field.type, preferring: path)
    return field
  }

  /// Returns the location of a structure's property; `nil` if the source cannot be read, or if it
  /// is not certain which structure is meant.
  ///
  /// - Parameter path: The file to search first.
  private func location(
    ofField property: String, ofStructure type: String, preferring path: String?
  ) -> SourceLocation? {
    func location(in path: String) -> SourceLocation? {
      sources.line(ofField: property, ofStructure: type, inFile: path)
        .map { SourceLocation(file: SourcePath.relative(path), line: $0) }
    }
    if let found = path.flatMap(location) { return found }
    let others = locator.sourcePaths.compactMap(location)
    return others.count == 1 ? others.first : nil
  }

  /// Returns the declaration of an error's property, given the property's label and the error's
  /// box. Returns `nil` if the error is not a structure or has no such property.
  func declaration(
    ofProperty label: String, inBoxOfError box: Address
  ) -> ObjectGraph.Reference.Declaration? {
    guard let type = typeOfError(in: box), type.descriptor?.isStruct == true,
      let stored = StoredProperty(label, of: type)
    else { return nil }
    let name = typeLabel(type, fallback: "structure").short
    return ObjectGraph.Reference.Declaration(
      type: name, location: location(ofField: label, ofStructure: name, preferring: nil),
      canBeWeak: stored.canBeWeak ? nil : false, isOptional: stored.isOptional ? nil : false,
      isConstant: stored.isConstant ? true : nil)
  }

  /// Returns the type of the value in a property of an object.
  ///
  /// If the property is a mutex, the result is the type of the value in the mutex. If the type of
  /// the property is a protocol without a class constraint, and the value is a structure, the
  /// result is the type of the structure. In all other cases, the result is `nil`.
  private func dynamicType(
    of property: StoredProperty, of level: Metadata, _ object: Address
  ) -> Metadata? {
    if let value = property.typeInMutex(symbols) { return value }
    guard let type = property.wrappedType, type.kind == .existential,
      let level = ClassMetadata(level)
    else { return nil }
    let offset = property.offset(in: level)
    let word = offset + (type.isError ? 0 : Self.offsetOfTypeInExistential)
    guard word + 8 <= live.size(of: object.bits) ?? 0 else { return nil }
    let value =
      type.isError ? typeOfError(in: object.address(word)) : Metadata(object.address(word))
    guard let value, store.check.isType(value), value.descriptor?.isStruct == true else {
      return nil
    }
    return value
  }

  /// The offset of the value's type in an existential without a class constraint. The three words
  /// of the value's buffer precede it (TypeLayout.rst in the Swift repository, "Existential
  /// Container Layout").
  private static let offsetOfTypeInExistential = 24

  /// Returns the type of the error in a box; `nil` if `box` is not the box of an error. See
  /// ``PlanBuilder/errorPlan(for:)``.
  private func typeOfError(in box: Address) -> Metadata? {
    guard live.contains(box.bits), kind(of: box) == .error else { return nil }
    return Metadata(box.address(16))
  }
}
