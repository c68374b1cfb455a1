internal import OwnershipGraph

/// A function that was running, inlined or not.
struct RunningCall: Hashable {
  /// The mangled name.
  var name: String
  /// The file that has the code.
  var image: String
  var location: SourceLocation?
}
