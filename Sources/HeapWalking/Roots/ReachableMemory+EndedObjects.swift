import CRecorder
import OwnershipGraph

// Objects whose strong count is zero.

extension ReachableMemory {
  /// Returns whether a thread may be running the deinitializer of the object in a block: stacks are
  /// being searched, the object's count is zero, and its deinitializer has not finished. Such an
  /// object still owns its references.
  mutating func mayBeInDeinitializer(_ block: Int) -> Bool {
    guard isSearchingStacks, let object = object(in: block), heap.strongCount(of: object) == 0
    else { return false }
    let ended = endedObjects ?? findEndedObjects()
    endedObjects = ended
    return !ended.contains(object)
  }

  /// Returns the objects whose deinitializer has finished, and whose memory is kept only because
  /// unowned references to them remain.
  ///
  /// Until an object's deinitializer has finished, the object's unowned count is greater than the
  /// number of unowned references. Only references in retained objects are counted here, so the
  /// result omits objects to which a variable or a task refers without ownership.
  ///
  /// - Complexity: O(memory of the objects), or O(objects) if every object is retained.
  private func findEndedObjects() -> Set<HeapNode> {
    let released = heap.nodes.filter { heap.strongCount(of: $0) == 0 && !isTask($0) }
    let addresses = released.map(heap.address)
    guard let low = addresses.min(), let high = addresses.max() else { return [] }
    var found = Dictionary(uniqueKeysWithValues: addresses.map { ($0, 0) })
    for owner in heap.nodes where heap.strongCount(of: owner) != 0 && blockOf[owner.index] >= 0 {
      let words = memory.words(of: Int(blockOf[owner.index]))
      let refersToReleased = words.contains { word in
        let address = word & lk_unflagged
        return low <= address && address <= high && found[address] != nil
      }
      guard refersToReleased else { continue }
      for target in memory.unownedTargets(in: heap.address(of: owner)) { found[target]? += 1 }
    }
    return Set(
      released.filter { object in
        let address = heap.address(of: object)
        return found[address, default: 0] >= max(1, memory.unownedCount(of: address))
      })
  }

  private func isTask(_ object: HeapNode) -> Bool {
    blockOf[object.index] >= 0 && isTask[Int(blockOf[object.index])]
  }
}
