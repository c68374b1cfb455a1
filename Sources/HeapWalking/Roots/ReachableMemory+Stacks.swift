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
        isUnexplained(block)
      else { return }
      owners[block, default: 0] += 1
    }
    for word in words { count(word) }
    for word in wordsOfKeepers(belongsToKeepers, openedSince: closed) { count(word) }
    for block in belongsToKeepers.indices where belongsToKeepers[block] && isUnexplained(block) {
      let retains = unexplained[Int(objectIn[block])]
      if retains > owners[block, default: 0] { belongsToKeepers[block] = false }
    }
    return belongsToKeepers
  }

  /// Returns those words of the opened keepers, and of the memory that only these keepers reach,
  /// that may own objects.
  private func wordsOfKeepers(
    _ belongsToKeepers: [Bool], openedSince closed: Self
  ) -> some Sequence<UInt> {
    let blocks = isReached.indices.lazy.filter { block in
      isReached[block] && !isClosed[block] && (belongsToKeepers[block] || closed.isClosed[block])
    }
    return blocks.flatMap { block in
      object(in: block).map { memory.possibleOwners(in: heap.address(of: $0)) }
        ?? Array(memory.words(of: block))
    }
  }

  /// Returns whether a block contains an object with a retain that no typed reference explains.
  private func isUnexplained(_ block: Int) -> Bool {
    objectIn[block] >= 0 && unexplained[Int(objectIn[block])] > 0
  }

  /// Ignores words of stacks that are addresses in the given blocks.
  mutating func ignoreOnStacks(_ blocks: [Bool]) { isIgnoredOnStacks = blocks }

  /// Returns whether words of stacks with addresses in a block are ignored.
  func isIgnoredOnStacks(_ block: Int) -> Bool {
    !isIgnoredOnStacks.isEmpty && isIgnoredOnStacks[block]
  }

  /// Marks the block that `word`, a word of a stack, may own; see ``mark(_:)``.
  mutating func markStackWord(_ word: UInt) {
    let isIgnored =
      !isIgnoredOnStacks.isEmpty
      && memory.block(containing: word & lk_unflagged).map(isIgnoredOnStacks) == true
    if !isIgnored { mark(word) }
  }
}
