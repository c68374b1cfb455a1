import CRecorder
import OwnershipGraph

// Memory that keepers reach, and that stacks may keep alive as well.

extension ReachableMemory {
  /// Returns the blocks that only opened keepers reach, except objects of which a stack may be
  /// another owner: such an object has more retains than typed references and the words in the
  /// memory of the keepers explain.
  ///
  /// A stack may contain stale addresses of the memory of a keeper, for example after a thread has
  /// run the handler of a timer.
  ///
  /// - Parameters:
  ///   - closed: The search before the keepers were opened.
  ///   - words: Further words that retain objects while the keepers are open.
  /// - Returns: For each block, whether it belongs to the keepers.
  func memoryOfKeepers(
    openedSince closed: Self, storedIn words: some Sequence<UInt>
  ) -> [Bool] {
    var belongsToKeepers = isReached.indices.map { isReached[$0] && !closed.isReached[$0] }
    var owners: [Int: UInt32] = [:]
    func count(_ word: UInt) {
      guard let block = memory.block(containing: word & lk_unflagged), belongsToKeepers[block],
        objectIn[block] >= 0, unexplained[Int(objectIn[block])] > 0
      else { return }
      owners[block, default: 0] += 1
    }
    for word in words { count(word) }
    for block in isReached.indices
    where isReached[block] && !isClosed[block]
      && (belongsToKeepers[block] || closed.isClosed[block])
    {
      if let object = object(in: block) {
        for word in memory.possibleOwners(in: heap.address(of: object)) { count(word) }
      } else {
        for word in memory.words(of: block) { count(word) }
      }
    }
    for block in belongsToKeepers.indices where belongsToKeepers[block] && objectIn[block] >= 0 {
      let unexplained = unexplained[Int(objectIn[block])]
      if unexplained > owners[block, default: 0] { belongsToKeepers[block] = false }
    }
    return belongsToKeepers
  }

  /// Ignores words of stacks that are addresses in the given blocks.
  mutating func ignoreOnStacks(_ blocks: [Bool]) { isIgnoredOnStacks = blocks }

  /// Returns whether words of stacks with addresses in a block are ignored.
  func isIgnoredOnStacks(_ block: Int) -> Bool {
    !isIgnoredOnStacks.isEmpty && isIgnoredOnStacks[block]
  }

  /// Marks the block that `word`, a word of a stack, may own; see ``mark(_:)``.
  mutating func markStackWord(_ word: UInt) {
    if !isIgnoredOnStacks.isEmpty, let block = memory.block(containing: word & lk_unflagged),
      isIgnoredOnStacks[block]
    {
      return
    }
    mark(word)
  }
}
