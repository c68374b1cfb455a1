/// A type as the demangler prints it: `Swift.Optional<M.(Private in _1F)<Swift.Int>>`.
///
/// A mangled name spells most parts once and refers to them with substitutions, so a part of it
/// cannot be looked up alone. Every part of the printed form can.
indirect enum TypeExpression: Equatable, Sendable {
  /// A nominal type or a protocol, with the generic arguments of all its contexts,
  /// outermost first.
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
  /// `A`, `B`, … for the parameters of the outermost generic context, `A1` for the next one.
  case parameter(GenericParameter)

  /// - Parameter text: A demangled type, perhaps after a generic signature in `<>`.
  init?(_ text: String) {
    var parser = TypeExpressionParser(text[...])
    parser.skipSignature()
    guard let type = parser.parseType(), parser.rest.isEmpty else { return nil }
    self = type
  }
}
