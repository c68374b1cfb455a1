import OwnershipGraph

extension HeapWalker {
  /// Returns the declaration of the structure's property that a label denotes, for example
  /// `state.delegate` and `cells[*].delegate`. Returns `nil` if the label has another form, and if
  /// the property cannot be `weak`.
  ///
  /// The file that declares the class is searched for the line of the property.
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
    let className = typeLabel(level, fallback: "class").short
    guard let function = deinitializer(of: level),
      let path = start(ofClass: className, function)?.path,
      let line = sources.line(ofField: field.property, ofStructure: field.type, inFile: path)
    else { return field }
    field.location = SourceLocation(file: SourcePath.relative(path), line: line)
    return field
  }

  /// Returns the type of a property's value in an object; `nil` if the property's type is not a
  /// protocol without a class constraint, and if the value is no structure.
  private func dynamicType(
    of property: StoredProperty, of level: Metadata, _ object: Address
  ) -> Metadata? {
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
