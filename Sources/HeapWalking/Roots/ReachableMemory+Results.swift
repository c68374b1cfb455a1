// The results of the search.

import CRecorder
import OwnershipGraph

extension ReachableMemory: RootReachability {
  /// Returns whether an object is not reached. An object of unknown type counts as reached, and so
  /// does an object that is not on the heap, such as one that the compiler initialized statically.
  func isUnreached(_ object: HeapNode) -> Bool {
    blockOf[object.index] >= 0 && !isReached[Int(blockOf[object.index])]
  }

  /// Returns whether ``mark(_:)`` received the address of the object before ``beginStacks()`` was
  /// called and before the object was reached. The result is `false` for a task, and for an object
  /// with a retain that no typed reference explains.
  func isPointedTo(_ object: HeapNode) -> Bool {
    blockOf[object.index] >= 0 && isPointedTo[Int(blockOf[object.index])]
  }

  /// The objects in ``started``, the objects that a thread was using when it was stopped, and all
  /// objects that these own through typed references, directly or indirectly.
  ///
  /// - Complexity: O(references of these objects).
  var inUse: Set<HeapNode> { owned(by: started + used) }

  /// The objects in ``inUse`` that are in use only because a thread was using them when it was
  /// stopped.
  ///
  /// - Complexity: O(references of the objects in ``inUse``).
  var inUseByThreads: Set<HeapNode> { owned(by: used).subtracting(owned(by: started)) }

  /// Returns the given objects and all objects that these own through typed references, directly or
  /// indirectly.
  private func owned(by objects: [HeapNode]) -> Set<HeapNode> {
    var open = objects
    var found = Set(open)
    while let object = open.popLast() {
      open += heap.targets(of: object).filter { found.insert($0).inserted }
    }
    return found
  }

  /// Returns the objects and blocks that an object may own because its pointers, `Unmanaged` values
  /// or untyped words refer to them. For example, a continuation is a raw pointer to a suspended
  /// task. For a task, the result includes the blocks that contain frames of its child tasks.
  func possibleTargets(of object: HeapNode) -> [PossibleTarget] {
    let block = Int(blockOf[object.index])
    // A destroyed object has released its references.
    let isDestroyed = heap.strongCount(of: object) == 0 && !isTask[block]
    var found: [PossibleTarget] = []
    // This is a loop, because a `compactMap` closure that calls a method would capture a copy of
    // this structure in each call.
    for word in memory.possibleOwners(in: heap.address(of: object)) {
      guard let target = possibleTarget(word) else { continue }
      let counts =
        switch target {
        case .object: !isDestroyed
        case .memory(let memory): memory != block
        }
      if counts { found.append(target) }
    }
    // The words of a task include those of its own frames, but not those of its children's frames.
    if isTask[block] {
      found += memory.framesOfChildren(ofTaskIn: block).filter { !isReached[$0] }
        .map(PossibleTarget.memory)
    }
    return found
  }

  func possibleUnmanagedTargets(of object: HeapNode) -> [HeapNode] {
    guard heap.strongCount(of: object) != 0 else { return [] }
    return memory.unmanagedWords(in: heap.address(of: object)).compactMap { word in
      guard case .object(let owned)? = possibleTarget(word) else { return nil }
      return isTask[Int(blockOf[owned.index])] ? nil : owned
    }
  }

  /// Returns the object in a block; `nil` for untyped memory.
  func object(in block: Int) -> HeapNode? {
    objectIn[block] < 0 ? nil : HeapNode(Int(objectIn[block]))
  }

  func isReached(block: Int) -> Bool { isReached[block] }

  func possibleTargets(ofMemory block: Int) -> [PossibleTarget] {
    memory.words(of: block).compactMap(possibleTarget).filter { $0 != .memory(block) }
  }

  private func possibleTarget(_ word: UInt) -> PossibleTarget? {
    guard let target = memory.block(containing: word & lk_unflagged), !isReached[target] else {
      return nil
    }
    guard let object = object(in: target) else {
      if let task = unreachedTask(ofFrames: target), memory.hasChildTask(at: word & lk_unflagged) {
        return object(in: task).map { .object($0) }
      }
      return isUnreachedOwner(target) && !isOverwritten(word, in: target) ? .memory(target) : nil
    }
    // Only the start address of an object is a reference to it. An address inside the object is
    // not: a dictionary's storage, for example, contains the addresses of its own keys and values.
    guard word & lk_unflagged & ~7 == memory.start(of: target),
      unexplained[object.index] > 0 || isTask[target]
    else { return nil }
    return .object(object)
  }

  /// Returns whether a block of untyped memory is not reached and may own objects. Nothing calls
  /// the handlers of an unreached dispatch source, so its memory is treated like any other.
  private func isUnreachedOwner(_ block: Int) -> Bool {
    !isReached[block] && (!isClosed[block] || isKeeperMemory[block])
  }
}
