/// The kinds of collections whose elements are stored one after the other.
enum ListKind: String, CaseIterable, Sendable {
  case array, contiguousArray, arraySlice, inlineArray
}

/// The kinds of collections that store their elements in a hash table. A ``Shape`` describes the
/// elements.
enum TableKind: String, CaseIterable, Sendable {
  /// A dictionary whose values have the shape.
  case values
  case stringValues
  /// A dictionary whose keys have the shape.
  case keys
  case set
}

/// The operations that gave a collection its elements.
struct ListHistory: Hashable, Sendable {
  enum Growth: String, CaseIterable, Sendable {
    case oneByOne, repeating, reserved, insertedInFront, copied
  }

  var growth: Growth
  /// The number of elements after all operations.
  var count: Int
  /// The number of further elements that were added and then removed.
  var removed: Int
}

/// The kinds of closures. They differ in how they capture a value, or in their type.
enum ClosureKind: String, CaseIterable, Sendable {
  /// A capture of the value and of an integer.
  case plain
  /// A capture of the value alone. If the value is one object, that object is itself the context of
  /// the closure.
  case sole
  /// A capture of a variable, which is stored in a box.
  case variable
  /// A capture of a variable that two closures share.
  case sharedVariable
  case nested
  /// A capture in an unspecialized generic function.
  case generic
  /// A capture in a function with a parameter pack.
  case pack
  case asynchronous
  case throwing
  case withArguments
  /// A partial application of a method, for values that are objects.
  case method
  /// A local function that calls another local function.
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

  /// The Swift expression for a closure that has the same type and captures nothing.
  var emptyValue: String {
    switch self {
    case .throwing: "{ 0 }"
    case .withArguments: "{ number, _ in number }"
    case .autoclosure: "{ 0 }"
    default: "{}"
    }
  }
}
