import HeapWalking

/// Objects that are reported together, with the reason why they are alive.
///
/// The objects have no names at this stage.
struct ClassifiedObjects {
  /// The reason why the objects are alive.
  enum Reason {
    /// The objects retain each other. `isProvable` indicates that no other owner of the cycle is
    /// known.
    case cycle(isProvable: Bool)
    /// The object has more retains than references. `owners` is the number of unexplained retains;
    /// words of untyped memory may be the owners of `possibleOwners` of them.
    case overRetained(owners: Int, possibleOwners: Int)
    /// Only the runtime retains the objects.
    case heldByRuntime(RuntimeKeeper)
    /// Owners that the host declared retain the objects.
    case held(roots: [String])
    /// The owner was not found. The host named a part of the runtime or of a library that is known
    /// to retain objects of the cell.
    case heldByNamedOwner(String)
    /// The owner was not found.
    case unexplained
  }

  var reason: Reason
  /// The members of the cycle, the over-retained object, or the held objects.
  var objects: [HeapNode]
  /// The objects that only ``objects`` keep alive.
  var behind: [HeapNode] = []
  /// Leaked objects outside this set that retain some of its objects.
  var holders: [HeapNode] = []
  /// Objects of the runtime or a system library that store a closure whose context is one of
  /// ``objects``. A closure that captures only one object has no separate context.
  var closureOwners: [HeapNode] = []
  /// The suspended tasks that retain some of ``objects``.
  var tasks: [HeapNode] = []
  /// The number of equal sets of objects that this set represents.
  var count = 1
}
