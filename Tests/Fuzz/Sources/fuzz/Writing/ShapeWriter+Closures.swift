extension ShapeWriter {
  /// Writes a closure that captures a value.
  mutating func closure(
    _ shape: Shape, _ kind: ClosureKind, _ inner: Shape, _ targets: inout Targets,
    _ stale: String?
  ) -> String {
    if case .leaf(let leaf) = inner, let list = Self.captureList[leaf.kind] {
      let target = targets.next()
      return constant(shape, Self.body(kind, "[\(list) \(target)] ", target))
    }
    let value = value(inner, &targets, stale: stale)
    switch kind {
    case .plain:
      let number = name()
      add("let \(number) = Int(CommandLine.argc)")
      return constant(shape, "{ touch(\(value)); touch(\(number)) }")
    case .sole: return constant(shape, "{ touch(\(value)) }")
    case .variable, .sharedVariable:
      let variable = name()
      add("var \(variable): \(type(inner)) = \(value)")
      let result = constant(
        shape, "{ let old = \(variable); \(variable) = old; touch(\(variable)) }")
      if kind == .sharedVariable {
        let other = constant(shape, "{ \(variable) = \(value); touch(\(variable)) }")
        add("touch(\(other))")
      }
      return result
    case .nested:
      return constant(shape, "{ let inner = { touch(\(value)) }; touch(inner) }")
    case .generic: return constant(shape, "capturing(\(value))")
    case .pack: return constant(shape, "capturingPack(1, \(value), \"text\")")
    case .method: return constant(shape, "\(value).poke")
    case .localFunction:
      let function = name()
      add("func \(function)Inner() { touch(\(value)) }")
      add("func \(function)() { \(function)Inner(); touch(\(value)) }")
      return constant(shape, function)
    case .autoclosure: return constant(shape, "automatic(\(value))")
    case .asynchronous, .throwing, .withArguments:
      return constant(shape, Self.body(kind, "", value))
    }
  }

  /// The capture specifiers for references that do not retain the captured object.
  private static let captureList: [Leaf.Kind: String] = [
    .weak: "weak", .unowned: "unowned", .unownedUnsafe: "unowned(unsafe)",
  ]

  /// Returns the source of a closure.
  private static func body(_ kind: ClosureKind, _ list: String, _ value: String) -> String {
    switch kind {
    case .throwing: "{ \(list)\(list.isEmpty ? "" : "in ")touch(\(value)); return 1 }"
    case .withArguments: "{ \(list)number, text in touch(\(value)); return number }"
    case .autoclosure: "{ \(list)\(list.isEmpty ? "" : "in ")touch(\(value)); return 0 }"
    default: "{ \(list)\(list.isEmpty ? "" : "in ")touch(\(value)) }"
    }
  }
}
