/// The type of a stored value that contains references to generated objects. A shape also describes
/// how to build such a value.
///
/// Shapes nest without limit, so a reference can be stored in any combination of layouts. An
/// example is an optional in a tuple in an indirect enum case that a closure captures.
indirect enum Shape: Hashable, Sendable {
  case leaf(Leaf)
  case optional(Shape)
  case record(Record)
  case tuple([Member])
  case choice(Choice)
  case anyValue(Shape)
  /// A value of a protocol type that has no class constraint.
  case existential(Shape)
  case error(Shape)
  case list(ListKind, ListHistory, Shape)
  case table(TableKind, ListHistory, Shape)
  case closure(ClosureKind, Shape)
  /// An object of a generic class. The fuzzer does not count these objects.
  case box(Shape)

  /// The shapes that are directly inside this shape.
  var children: [Shape] {
    switch self {
    case .leaf: []
    case .optional(let shape), .anyValue(let shape), .existential(let shape), .error(let shape),
      .list(_, _, let shape), .table(_, _, let shape), .closure(_, let shape), .box(let shape):
      [shape]
    case .record(let record): record.members.compactMap(\.shape)
    case .tuple(let members): members.compactMap(\.shape)
    case .choice(let choice): choice.chosen.payload.compactMap(\.shape)
    }
  }

  /// The references in a value, in the order in which the value is built.
  var leaves: [Leaf] {
    if case .leaf(let leaf) = self { return [leaf] }
    return children.flatMap(\.leaves)
  }

  /// For each of the ``leaves``, whether a closure captures it, directly or as part of a value.
  var isCaptured: [Bool] {
    switch self {
    case .leaf: [false]
    case .closure: leaves.map { _ in true }
    default: children.flatMap(\.isCaptured)
    }
  }

  /// A Boolean value indicating whether a value may contain bytes that it does not use. Such bytes
  /// follow an enum payload that is smaller than others, or a small value in an existential.
  var hasUnusedBytes: Bool {
    switch self {
    case .choice, .anyValue, .existential: true
    default: children.contains(where: \.hasUnusedBytes)
    }
  }

  /// A Boolean value indicating whether elements were removed from a list or table in the shape.
  /// The words of the removed elements remain in the unused part of the storage.
  var removesElements: Bool {
    switch self {
    case .list(_, let history, let shape), .table(_, let history, let shape):
      history.removed > 0 || shape.removesElements
    default: children.contains(where: \.removesElements)
    }
  }
}

/// A reference to a generated object.
struct Leaf: Hashable, Sendable {
  enum Kind: String, CaseIterable, Sendable {
    /// A reference whose type is the class of the target.
    case concrete
    case anyObject
    /// A reference whose type is a class-bound protocol.
    case marked
    case weak, unowned, unownedUnsafe, unmanaged
  }

  var kind: Kind
  /// The index of the target's class in its group.
  var classIndex: Int

  /// A Boolean value indicating whether the reference retains its target.
  var isOwning: Bool { [.concrete, .anyObject, .marked].contains(kind) }

  /// A Boolean value indicating whether the reference can refer to an object of any class.
  var isErased: Bool { kind == .anyObject || kind == .marked }
}

/// A part of a struct, a tuple or an enum payload.
enum Member: Hashable, Sendable {
  /// A value that does not refer to generated objects.
  case padding(Padding)
  case shape(Shape)

  var shape: Shape? { if case .shape(let shape) = self { shape } else { nil } }
}

/// A type whose values do not refer to generated objects.
enum Padding: String, CaseIterable, Sendable {
  case int8 = "Int8"
  case bool = "Bool"
  case int = "Int"
  case double = "Double"
  case string = "String"
  case text = "Substring"
  case numbers = "[Int]"
  case missing = "Int?"
  case function = "() -> Void"
  case object = "AnyObject?"
  case empty = "()"

  /// The Swift expression of a value.
  var value: String {
    switch self {
    case .int8: "7"
    case .bool: "true"
    case .int: "-1"
    case .double: "2.5"
    case .string: "\"a string that is too long to be stored inline\""
    case .text: "\"text\""
    case .numbers: "[1, 2]"
    case .missing, .object: "nil"
    case .function: "{}"
    case .empty: "()"
    }
  }
}

/// A generated struct.
struct Record: Hashable, Sendable {
  /// The number of the struct, which is unique in the program.
  var id: Int
  var members: [Member]
  /// A Boolean value indicating whether the types of the members that contain references are
  /// generic parameters.
  var isGeneric: Bool
}

/// A generated enum, and the case that the stored value has.
struct Choice: Hashable, Sendable {
  struct Case: Hashable, Sendable {
    var payload: [Member]
    var isIndirect = false
  }

  var id: Int
  /// The cases that are declared before the chosen case.
  var before: [Case]
  var chosen: Case
  var after: [Case]
  var isGeneric: Bool
  /// A Boolean value indicating whether a case contains the enum itself, as in a list or tree.
  var isRecursive: Bool

  var cases: [Case] { before + [chosen] + after }
}
