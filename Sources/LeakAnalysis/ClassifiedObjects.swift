import HeapWalking

/// Objects that are reported together, with the reason why they are alive.
///
/// The objects have not been named yet.
struct ClassifiedObjects {
  /// The reason why the objects are alive.
  enum Reason {
    /// The objects retain each other. `isProvable` is `true` if no owner outside the cycle is
    /// known.
    case cycle(isProvable: Bool)
    /// The object has more retains than known references. `owners` is the number of retains that no
    /// known reference explains. Words of untyped memory may account for `possibleOwners` of these
    /// retains.
    case overRetained(owners: Int, possibleOwners: Int)
    /// Only the runtime retains the objects.
    case heldByRuntime(RuntimeKeeper)
    /// The objects are retained by owners that a matrix cell declared; see ``Root``.
    case held(roots: [String])
    /// A global variable with this name retains the objects.
    case heldByVariable(String)
    /// No owner was found, but the matrix cell named a part of the runtime or of a library that is
    /// known to retain the cell's objects.
    case heldByNamedOwner(String)
    /// No owner was found.
    case unexplained
  }

  var reason: Reason
  /// The members of the cycle, the over-retained object, or the held objects.
  var objects: [HeapNode]
  /// The other objects that are kept alive only by ``objects``.
  var behind: [HeapNode] = []
  /// The objects of ``behind`` that words of untyped memory appear to retain, with the number of
  /// retains that no known reference explains. Listed only for an over-retained object.
  var behindMemory: [(object: HeapNode, owners: Int)] = []
  /// Leaked objects that retain some of these objects, but belong to other leaks.
  var holders: [HeapNode] = []
  /// Other objects that store a closure whose context is one of ``objects``. If a closure captures
  /// only one object, that object itself is the context.
  var closureOwners: [HeapNode] = []
  /// The suspended tasks that retain some of ``objects``.
  var tasks: [HeapNode] = []
  /// The number of similar sets of objects that this set represents, including itself.
  var count = 1
}
