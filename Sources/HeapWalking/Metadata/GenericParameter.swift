/// A generic parameter, identified by the depth of its context and its index in the context.
///
/// The mangled name is `x` for the first parameter at depth 0, `q_`, `q0_`, … for the others at
/// depth 0, and `qd__`, `qd_0_`, `qd0__`, … for deeper ones. Source: `Mangling.rst` in the Swift
/// repository.
struct GenericParameter: Hashable, Sendable {
  var depth: Int
  var index: Int

  /// The kind of a parameter's argument.
  enum Kind {
    case type, pack, number
  }

  static let first = GenericParameter(depth: 0, index: 0)

  init(depth: Int, index: Int) {
    self.depth = depth
    self.index = index
  }

  /// Reads a parameter at the start of a mangled name, and removes it from the name.
  init?(from name: inout Substring) {
    switch name.popFirst() {
    case "x": self = .first
    case "q": self.init(positionFrom: &name)
    default: return nil
    }
  }

  /// Reads the text after `q` in the name of a parameter, or after `Qy` in the name of an
  /// associated type, and removes it.
  init?(positionFrom name: inout Substring) {
    if name.first == "d" {
      name.removeFirst()
      guard let depth = Self.number(&name), let index = Self.number(&name) else { return nil }
      self.init(depth: depth + 1, index: index)
    } else {
      guard let index = Self.number(&name) else { return nil }
      self.init(depth: 0, index: index + 1)
    }
  }

  /// Reads an index in its mangled form, and removes it: `_` is 0, `0_` is 1, and so on.
  static func number(_ text: inout Substring) -> Int? {
    let digits = text.prefix(while: \.isNumber)
    text = text.dropFirst(digits.count)
    guard text.popFirst() == "_" else { return nil }
    return digits.isEmpty ? 0 : Int(digits).map { $0 + 1 }
  }
}
