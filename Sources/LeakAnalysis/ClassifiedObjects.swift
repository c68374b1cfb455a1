import HeapWalking

/// The objects of one finding, with the reason why they are alive.
///
/// The objects have no names at this stage.
struct ClassifiedObjects {
  /// The reason why the objects are alive.
  enum Reason {
    /// They retain each other. `isProvable` indicates that no other owner of the cycle is known.
    case cycle(isProvable: Bool)
    /// They have more retains than references. `possibleOwners` of the `owners` are words of untyped
    /// memory that refer to the object.
    case overRetained(owners: Int, possibleOwners: Int)
    /// Only the runtime retains them.
    case heldByRuntime(RuntimeKeeper)
    /// Owners that the host declared retain them.
    case held(roots: [String])
    /// Their owner was not found, and the host named a part of the runtime or of a library that is
    /// known to retain such objects.
    case heldByNamedOwner(String)
    /// Their owner was not found.
    case unexplained
  }

  var reason: Reason
  /// The members of the cycle, the over-retained object, or the held objects.
  var objects: [HeapNode]
  /// The objects that only these keep alive.
  var behind: [HeapNode] = []
  /// Leaked objects outside this set that retain some of these.
  var holders: [HeapNode] = []
  /// Objects of the runtime or a system library that store a closure whose context is one of these:
  /// a closure that captures only one object has no context of its own.
  var closureOwners: [HeapNode] = []
  /// The suspended tasks that retain some of these.
  var tasks: [HeapNode] = []
  /// The number of equal sets of objects that this one represents.
  var count = 1
}
