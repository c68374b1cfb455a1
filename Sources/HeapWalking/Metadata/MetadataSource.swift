/// Where a closure context keeps what stands for one of its generic parameters.
///
/// `B0` is the first binding, `R1` the class of the object that is parameter 1 of the
/// closure's function, `M1` the metatype that is, `G0x_` the first generic argument of
/// what `x` leads to, `vx` a number, `sx` only a parameter pack's length. A pack is
/// named as its own expansion, `xxQp_QP`: what is repeated, and what gives the length.
/// Source: `MetadataSource.h` in the Swift repository.
struct MetadataSource {
  enum Root {
    /// A word before the captures.
    case binding(Int)
    /// The class of a captured object.
    case object(Int)
    /// A captured metatype.
    case metatype(Int)
  }

  let parameter: GenericParameter
  let kind: GenericParameter.Kind
  let root: Root
  /// The generic arguments to take, one of the other, from the root's type on.
  let path: [Int]

  /// - Parameters:
  ///   - name: The parameter as the record names it.
  ///   - source: The path to its argument.
  init?(_ name: String, _ source: String) {
    var rest = name[...]
    guard let parameter = GenericParameter(from: &rest) else { return nil }
    self.parameter = parameter
    let isPack = !rest.isEmpty
    if isPack { guard GenericParameter(from: &rest) != nil, rest == "Qp_QP" else { return nil } }
    var steps = source[...]
    let isNumber = steps.first == "v"
    if isNumber { steps.removeFirst() }
    kind = isPack ? .pack : isNumber ? .number : .type
    guard let (root, path) = Self.parse(&steps), steps.isEmpty else { return nil }
    self.root = root
    self.path = path
  }

  private static func parse(_ text: inout Substring) -> (Root, [Int])? {
    guard let kind = text.popFirst() else { return nil }
    let digits = text.prefix(while: \.isNumber)
    text = text.dropFirst(digits.count)
    guard let index = Int(digits) else { return nil }
    switch kind {
    case "B": return (.binding(index), [])
    case "R": return (.object(index), [])
    case "M": return (.metatype(index), [])
    case "G":
      guard let (root, path) = parse(&text), text.popFirst() == "_" else { return nil }
      return (root, path + [index])
    default: return nil
    }
  }

  /// The number of the function's parameter that leads to the argument; `nil` for a binding.
  var parameterIndex: Int? {
    switch root {
    case .binding: nil
    case .object(let index), .metatype(let index): index
    }
  }
}
