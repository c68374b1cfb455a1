/// The collections whose elements are stored one after the other.
enum ListKind: String, CaseIterable, Sendable {
  case array, contiguousArray, arraySlice, inlineArray
}

/// The collections with hashed storage.
enum TableKind: String, CaseIterable, Sendable {
  /// The shape is in the values.
  case values
  case stringValues
  /// The shape is in the keys.
  case keys
  case set
}

/// The operations by which a collection received its elements.
struct ListHistory: Hashable, Sendable {
  enum Growth: String, CaseIterable, Sendable {
    case oneByOne, repeating, reserved, insertedInFront, copied
  }

  var growth: Growth
  /// The number of elements at the end.
  var count: Int
  /// The number of further elements that are removed again.
  var removed: Int
}

/// The kind of reference from a closure to the value that it captures.
enum ClosureKind: String, CaseIterable, Sendable {
  /// The value and an integer.
  case plain
  /// The value alone; the context of a closure that captures one object is that object.
  case sole
  /// A captured variable, in a box.
  case variable
  /// A variable that two closures share.
  case sharedVariable
  case nested
  /// Captured by an unspecialized generic function.
  case generic
  /// Captured by a function with a parameter pack.
  case pack
  case asynchronous
  case throwing
  case withArguments
  /// A partial application of a method; only for an object.
  case method
  /// A local function that calls another one.
  case localFunction
  case autoclosure

  /// The type of the closure.
  var type: String {
    switch self {
    case .asynchronous: "() async -> Void"
    case .throwing: "() throws -> Int"
    case .withArguments: "(Int, String) -> Int"
    case .autoclosure: "() -> Any"
    default: "() -> Void"
    }
  }

  /// The Swift expression of a closure of the same type that captures nothing.
  var emptyValue: String {
    switch self {
    case .throwing: "{ 0 }"
    case .withArguments: "{ number, _ in number }"
    case .autoclosure: "{ 0 }"
    default: "{}"
    }
  }
}
