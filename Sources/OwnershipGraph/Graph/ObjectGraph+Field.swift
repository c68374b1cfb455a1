extension ObjectGraph.Reference.Declaration {
  /// The declaration of a structure's property that can be `weak`.
  package struct Field: Hashable, Codable, Sendable {
    /// The structure that declares the property.
    package var type: String
    package var property: String
    /// The line of the property; `nil` if it is unknown.
    package var location: SourceLocation?
    /// `false` if the type of the property is not an optional.
    package var isOptional: Bool?
    /// `true` if the property is declared with `let`.
    package var isConstant: Bool?
    /// The module of the structure; `nil` if the class whose property contains the structure is in
    /// the same module.
    package var module: String?

    package init(
      type: String, property: String, location: SourceLocation? = nil, isOptional: Bool? = nil,
      isConstant: Bool? = nil, module: String? = nil
    ) {
      self.type = type
      self.property = property
      self.location = location
      self.isOptional = isOptional
      self.isConstant = isConstant
      self.module = module
    }
  }
}
