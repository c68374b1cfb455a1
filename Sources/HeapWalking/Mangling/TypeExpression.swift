/// A type as the demangler prints it, such as `Swift.Optional<M.(Private in _1F)<Swift.Int>>`.
///
/// In a mangled name, a part that occurs again is replaced by a substitution, which refers to the
/// earlier part. A part of a mangled name can therefore not be looked up alone. In the printed
/// form, every part is complete and can be looked up.
indirect enum TypeExpression: Equatable, Sendable {
  /// A nominal type or a protocol. `arguments` contains the generic arguments of the enclosing
  /// types, outermost first, followed by the type's own generic arguments.
  case nominal(name: String, arguments: [TypeExpression])
  case tuple([TypeExpression])
  /// The types of a parameter pack.
  case pack([TypeExpression])
  /// A function with a context.
  case function
  case block
  /// A function without a context.
  case codePointer
  /// Protocols, and at most one class, joined by `&`; empty for `Any`.
  case composition([TypeExpression])
  /// A metatype or an existential metatype: `M.C.Type`.
  case metatype(TypeExpression)
  case number(Int)
  /// A generic parameter. The parameters of the outermost generic context are `A`, `B`, …; those of
  /// the next context are `A1`, `B1`, …
  case parameter(GenericParameter)

  /// - Parameter text: A demangled type. A generic signature in `<>` may precede it.
  init?(_ text: String) {
    var parser = TypeExpressionParser(text[...])
    parser.skipSignature()
    guard let type = parser.parseType(), parser.rest.isEmpty else { return nil }
    self = type
  }
}
