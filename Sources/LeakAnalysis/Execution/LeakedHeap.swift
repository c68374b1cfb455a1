import HeapWalking
import OwnershipGraph

/// The heap in which suggested breaks are tried, with the accounting of its reference counts and
/// the walker that read it.
struct LeakedHeap {
  let heap: HeapSnapshot
  let accounting: HeapAccounting
  let walker: HeapWalker
  /// The result of the search of globals, stacks and C memory; `nil` if they were not searched.
  var roots: RootScan?

  /// Returns whether an object has leaked: it is not destroyed, and all of its known owners have
  /// leaked.
  ///
  /// The memory of a destroyed object stays allocated as long as an unowned reference to it exists.
  /// Such an object retains nothing, even if words of its memory look like references.
  func isLeaked(_ object: HeapNode) -> Bool {
    guard heap.strongCount(of: object) != 0 else { return false }
    return accounting.isLeaked(object) || roots?.isUnreached(object) == true
  }

  /// Returns those objects of a target that can be deallocated when references are broken.
  ///
  /// Immortal objects are excluded, because they are never deallocated. Blocks with a retain that
  /// no reference explains are excluded, unless the finding is about them: usually libdispatch owns
  /// this retain, and releases the block only after it has run the block.
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
