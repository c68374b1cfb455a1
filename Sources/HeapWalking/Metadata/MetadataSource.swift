/// The source of the argument for one generic parameter of a closure, as described by the compiler.
/// The argument can be read from the closure's context.
///
/// The compiler's record contains a text for each source. `B0` is the first binding. `R1` is the
/// class of the object that is passed as parameter 1 of the closure's function, and `M1` is the
/// metatype that is passed as this parameter. If `x` is a source, `G0x_` is the first generic
/// argument of the type that `x` denotes. `vx` denotes a number instead of a type. `sx` denotes
/// only the length of a parameter pack. A parameter pack `x` is named `xxQp_QP`: an expansion that
/// contains the pattern `x`, and then the pack `x`, which determines the length. Sources:
/// `MetadataSource.h` and `GenReflection.cpp` in the Swift repository.
struct MetadataSource {
  enum Root {
    /// The binding with this index, a word before the captures.
    case binding(Int)
    /// The class of the object that is passed as the parameter with this index.
    case object(Int)
    /// The metatype that is passed as the parameter with this index.
    case metatype(Int)
  }

  let parameter: GenericParameter
  let kind: GenericParameter.Kind
  let root: Root
  /// The steps from the root's type to the argument. Each step is the index of a generic argument
  /// of the type that the previous step found.
  let path: [Int]

  /// - Parameters:
  ///   - name: The name of the parameter in the record.
  ///   - source: The text in the record that describes the source of the argument.
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

  /// The index of the function parameter from which the argument is read; `nil` for a binding.
  var parameterIndex: Int? {
    switch root {
    case .binding: nil
    case .object(let index), .metatype(let index): index
    }
  }
}
