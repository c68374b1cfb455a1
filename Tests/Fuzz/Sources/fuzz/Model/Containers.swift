/// The kinds of collections whose elements are stored one after the other.
enum ListKind: String, CaseIterable, Sendable {
  case array, contiguousArray, arraySlice, inlineArray
}

/// The kinds of collections with hashed storage.
enum TableKind: String, CaseIterable, Sendable {
  /// The values have the shape.
  case values
  case stringValues
  /// The keys have the shape.
  case keys
  case set
}

/// The operations by which a collection received its elements.
struct ListHistory: Hashable, Sendable {
  enum Growth: String, CaseIterable, Sendable {
    case oneByOne, repeating, reserved, insertedInFront, copied
  }

  var growth: Growth
  /// The number of elements after all operations.
  var count: Int
  /// The number of further elements that are added and removed.
  var removed: Int
}

/// The kind of reference from a closure to the value that it captures.
enum ClosureKind: String, CaseIterable, Sendable {
  /// A capture of the value and of an integer.
  case plain
  /// A capture of the value alone. The context of a closure that captures one object is the object
  /// itself.
  case sole
  /// A capture of a variable, which is stored in a box.
  case variable
  /// A capture of a variable that two closures share.
  case sharedVariable
  case nested
  /// A capture by an unspecialized generic function.
  case generic
  /// A capture by a function with a parameter pack.
  case pack
  case asynchronous
  case throwing
  case withArguments
  /// A partial application of a method, for values that are objects.
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
