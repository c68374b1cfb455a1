/// The generic parameters of one closure context, read from the context itself.
///
/// A source is a path to metadata: `B0` is the first binding, `R1` the class of the
/// object in capture 1, `M1` the metatype in capture 1, `G0x_` the first generic
/// argument of what `x` leads to, `vx` a number, `sx` only a parameter pack's length. Source:
/// `MetadataSource.h` in the Swift repository.
struct CaptureEnvironment {
  private(set) var levels: [[GenericArgument]] = []

  /// Reads all sources that can be followed; an unknown parameter ends its level.
  init(of object: Address, _ captures: CaptureDescriptor) {
    var found: [Parameter: GenericArgument] = [:]
    for index in 0..<captures.sourceCount {
      guard let (name, path) = captures.source(index), path.first != "s",
        let parameter = Parameter(name.operators)
      else { continue }
      var rest = path.first == "v" ? path.dropFirst() : path[...]
      let argument = Self.follow(&rest, in: object, captures)
      // Some sources of one parameter lead nowhere; any that does will do.
      if let argument { found[parameter] = argument }
    }
    let depth = found.keys.map(\.depth).max() ?? -1
    for level in 0..<(depth + 1) {
      let count = (found.keys.filter { $0.depth == level }.map(\.index).max() ?? -1) + 1
      levels.append(
        (0..<count).map { found[Parameter(depth: level, index: $0)] ?? .unknown })
    }
  }

  var isComplete: Bool { !levels.joined().contains(.unknown) }

  /// A generic parameter by its mangled name: `x`, `q_`, `q0_`, `qd__`, `qd_0_`, or
  /// as the pack of its own expansion, `xxQp_QP`.
  private struct Parameter: Hashable {
    var depth: Int
    var index: Int

    init(depth: Int, index: Int) {
      self.depth = depth
      self.index = index
    }

    init?(_ name: String) {
      var rest = Substring(name)
      if rest.hasSuffix("Qp_QP") {
        // The parameter twice: what is repeated, and what gives the length.
        let repeated = rest.dropLast("Qp_QP".count)
        rest = repeated.prefix(repeated.count / 2)
        guard repeated == rest + rest else { return nil }
      }
      if rest == "x" {
        self.init(depth: 0, index: 0)
        return
      }
      guard rest.popFirst() == "q" else { return nil }
      if rest.first == "d" {
        rest.removeFirst()
        guard let depth = Self.number(&rest), let index = Self.number(&rest) else { return nil }
        self.init(depth: depth + 1, index: index)
      } else {
        guard let index = Self.number(&rest) else { return nil }
        self.init(depth: 0, index: index + 1)
      }
    }

    /// The mangling's INDEX: `_` is 0, `0_` is 1, and so on.
    private static func number(_ text: inout Substring) -> Int? {
      let digits = text.prefix(while: \.isNumber)
      text = text.dropFirst(digits.count)
      guard text.popFirst() == "_" else { return nil }
      return digits.isEmpty ? 0 : Int(digits).map { $0 + 1 }
    }
  }

  private static func follow(
    _ path: inout Substring, in object: Address, _ captures: CaptureDescriptor
  ) -> GenericArgument? {
    guard let kind = path.popFirst() else { return nil }
    let digits = path.prefix(while: \.isNumber)
    path = path.dropFirst(digits.count)
    guard let index = Int(digits) else { return nil }
    switch kind {
    case "B":
      return GenericArgument(at: object + captures.firstBinding + 8 * index)
    case "R":
      return leadingReference(index, in: object, captures).flatMap { GenericArgument(at: $0) }
    case "M":
      return leadingWord(index, in: object, captures).flatMap { GenericArgument(at: $0) }
    case "G":
      guard case .type(let base) = follow(&path, in: object, captures),
        path.popFirst() == "_"
      else { return nil }
      return genericArgument(index, of: base)
    default:
      return nil
    }
  }

  private static func leadingReference(
    _ index: Int, in object: Address, _ captures: CaptureDescriptor
  ) -> Address? {
    leadingWord(index, in: object, captures).map { $0.address() }
      .flatMap { $0.bits < Address.least ? nil : $0 }
  }

  /// The place of a capture with nothing but words before it, whose offset is
  /// therefore known without the types that are being looked for.
  private static func leadingWord(
    _ index: Int, in object: Address, _ captures: CaptureDescriptor
  ) -> Address? {
    var offset = captures.firstCapture
    for earlier in 0..<index {
      guard let name = captures.capture(earlier),
        let layout = CaptureLayout(name, in: nil)
      else { return nil }
      offset = layout.aligned(offset) + layout.size
    }
    return object + ((offset + 7) & ~7)
  }

  /// A generic argument of a type, or of the nearest superclass that has so many.
  private static func genericArgument(_ index: Int, of base: Metadata) -> GenericArgument? {
    if base.kind != .classType {
      guard let descriptor = base.descriptor, index < descriptor.genericParameterCount else {
        return nil
      }
      return GenericArgument(at: base.valueGenericArguments + 8 * index)
    }
    var level: Metadata? = base
    while let current = level, let classMetadata = ClassMetadata(current) {
      if index < classMetadata.descriptor.genericParameterCount {
        return GenericArgument(at: classMetadata.genericArguments + 8 * index)
      }
      level = classMetadata.superclass
    }
    return nil
  }
}
