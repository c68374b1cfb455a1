internal import OwnershipGraph

/// A function on the call stack, inlined or not.
struct RunningCall: Hashable {
  /// The mangled name.
  var name: String
  /// The file that contains the code.
  var image: String
  var location: SourceLocation?
}
