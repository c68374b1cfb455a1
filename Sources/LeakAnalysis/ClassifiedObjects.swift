import HeapWalking

/// Objects of a heap with the reason why they are alive: what one finding is made from.
///
/// They have no names yet.
struct ClassifiedObjects {
  /// Why the objects are alive.
  enum Reason {
    /// They retain each other. `isProvable`: nothing except the cycle is known to keep it alive.
    case cycle(isProvable: Bool)
    /// They have more retains than references.
    case overRetained(owners: Int)
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
  /// The members of the cycle, the over-retained object, or what is held.
  var objects: [HeapNode]
  /// What only these objects keep alive.
  var behind: [HeapNode] = []
  /// Leaked objects that retain some of these from outside.
  var holders: [HeapNode] = []
  /// The addresses of blocks that retain some of the objects and are no objects of the heap.
  var blocks: [UInt] = []
  /// The objects of the runtime or a system library that store a closure of which one of these is
  /// the context: a closure that captures one object only has no context of its own.
  var closureOwners: [HeapNode] = []
  /// The number of alike sets of objects that this one stands for.
  var count = 1
}
