import OwnershipGraph

extension HeapWalker {
  /// Returns the declaration of the structure's property to which a label leads, for example
  /// `state.delegate` and `cells[*].delegate`. Returns `nil` if the label has another form, and if
  /// the property cannot be `weak`.
  ///
  /// The file that declares the class is searched for the line of the property.
  ///
  /// - Parameters:
  ///   - storage: The class's property with which the label begins.
  ///   - level: The class that declares this property.
  func field(
    _ label: String, in storage: StoredProperty, of level: Metadata
  ) -> ObjectGraph.Reference.Declaration.Field? {
    guard label.contains("."), let stored = storage.field(at: label), stored.canBeWeak
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
}
