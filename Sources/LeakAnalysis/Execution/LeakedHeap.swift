import HeapWalking
import OwnershipGraph

/// The state in which breaks are executed: a heap with the accounting of its objects, and the
/// walker that read it.
struct LeakedHeap {
  let heap: HeapSnapshot
  let accounting: HeapAccounting
  let walker: HeapWalker
  /// The search of globals, stacks and C memory; `nil` if it was not made.
  var roots: RootScan?

  /// Returns whether an object has leaked: it was not destroyed, and no owner other than leaked
  /// objects is known.
  ///
  /// An unowned reference keeps the memory of a destroyed object. That object retains nothing,
  /// although its words may now be the addresses of other objects.
  func isLeaked(_ object: HeapNode) -> Bool {
    guard heap.strongCount(of: object) != 0 else { return false }
    return accounting.isLeaked(object) || roots?.isUnreached(object) == true
  }

  /// Returns the objects of a target whose deallocation a break can cause.
  ///
  /// Immortal objects are never deallocated, and a block that libdispatch retains is released only
  /// after it has run.
  func observable(of target: BreakTarget) -> [UInt] {
    target.objects.filter { object in
      guard let node = heap.node(at: object),
        heap.strongCount(of: node) != OwnershipAccounting.unknownCount
      else { return false }
      return object == target.overRetained?.object || accounting.unexplainedOwners(of: node) == 0
        || walker.kind(of: Address(object)) != .block
    }
  }
}
