internal import OwnershipGraph

/// A function on the call stack, inlined or not.
struct RunningCall: Hashable {
  /// The mangled name.
  var name: String
  /// The file that contains the code.
  var image: String
  var location: SourceLocation?
  /// The start of the function in the source; `nil` if it is unknown.
  var start: SourceStart?
  /// A Boolean value indicating whether the compiler generated the code, for example for a method
  /// reference such as `map(Node.init)`. If so, ``location`` is the location of the enclosing
  /// function.
  var isGenerated = false
}

/// The file and the line at which a function starts.
struct SourceStart: Hashable {
  /// The full path of the file.
  var path: String
  var line: Int
}
