import Dispatch
import Foundation

// In each case that leaks, stale words on a thread's stack or in the allocator's data refer to the
// leaked object. In the clean cases, a waiting thread owns the objects.

/// Retains an object without a balancing release, and writes its address many times to the stack
/// below the caller.
///
/// - Parameter calls: The number of calls between the caller's frame and the first of these words.
@inline(never) @_optimize(none) private func leaveWords(below calls: Int) {
  if calls > 0 {
    leaveWords(below: calls - 1)
  } else {
    // Reallocates memory that was freed when the thread started, and whose address is still on the
    // thread's stack.
    for _ in 0..<64 { keepAlive(malloc(48)) }
    dig(200, Unmanaged.passRetained(Node()).toOpaque())
  }
  keepAlive(nil)
}

@inline(never) @_optimize(none) private func dig(_ depth: Int, _ word: UnsafeMutableRawPointer) {
  let words = (word, word, word, word, word, word, word, word)
  if depth > 0 { dig(depth - 1, words.7) }
  keepAlive(words.0)
}

/// Starts a thread that runs `body` and then waits until the program ends.
private func startThread(_ body: @escaping @Sendable () -> Void) {
  let isReady = DispatchSemaphore(value: 0)
  Thread {
    body()
    isReady.signal()
    sleep(1_000)
  }.start()
  isReady.wait()
}

/// An object whose last word directly precedes the next block of the allocator.
private final class FiveWords: Tracked {
  let words = (1, 2, 3, 4, 5)
}

nonisolated(unsafe) private var neighbors: [FiveWords] = []

/// Over-retains an object, and splits the free block behind it. The allocator keeps the address of
/// the block that it split last, which begins at the object's last word.
@inline(never) @_optimize(none) private func retainBeforeSplitPiece(_ count: Int) {
  neighbors.reserveCapacity(200 + count)
  for _ in 0..<200 { neighbors.append(FiveWords()) }
  // The blocks of 64 bytes are cut from a block that is too large for the allocator's lists of
  // small blocks.
  let (memory, end) = (malloc(64 * count - 8), malloc(64 * count - 8))
  free(memory)
  for index in 0..<count {
    let object = FiveWords()
    if index == count - 2 {
      keepAlive(Unmanaged.passRetained(object).toOpaque())
    } else {
      neighbors.append(object)
    }
  }
  keepAlive(end)
}

/// Retains an object directly before a free block, in a thread that runs nothing else and then
/// ends.
///
/// - Parameter size: The size of the free block in bytes.
/// - Returns: The inverted address of the object's last word.
private func retainBeforeFreeBlock(size: Int) -> UInt {
  nonisolated(unsafe) var address: UInt = 0
  let hasEnded = DispatchSemaphore(value: 0)
  Thread {
    address = hiddenLastWord(beforeFreeBlockOf: size)
    hasEnded.signal()
  }.start()
  hasEnded.wait()
  return address
}

@inline(never) @_optimize(none) private func hiddenLastWord(beforeFreeBlockOf size: Int) -> UInt {
  var others: [Unmanaged<FiveWords>] = []
  defer { others.forEach { $0.release() } }
  while true {
    let object = Unmanaged.passRetained(FiveWords())
    let block = malloc(size)!
    // The allocator does not join the free block with this one.
    keepAlive(malloc(size))
    if block - UnsafeMutableRawPointer(object.toOpaque()) == 64 {
      free(block)
      return ~(UInt(bitPattern: block) - 16)
    }
    others.append(object)
  }
}

nonisolated(unsafe) private var reused: UnsafeMutableRawPointer?

/// Writes the address of an over-retained object to a block, frees the block, and allocates it
/// again by `realloc`.
@inline(never) @_optimize(none) private func leaveWordForRealloc() {
  let block = malloc(64)!
  block.storeBytes(
    of: Unmanaged.passRetained(Node()).toOpaque(), toByteOffset: 32, as: Optional.self)
  free(block)
  reused = realloc(nil, 64)
}

@inline(never) @_optimize(none) private func waitForEver(
  with word: UnsafeRawPointer?, _ isReady: DispatchSemaphore
) {
  isReady.signal()
  DispatchSemaphore(value: 0).wait()
  keepAlive(word)
}

/// Makes a thread wait until the program ends. The thread has only the address of an object's last
/// word.
private func waitWithLastWord(beforeFreeBlockOf size: Int) {
  let isReady = DispatchSemaphore(value: 0)
  let hidden = retainBeforeFreeBlock(size: size)
  DispatchQueue.global().async {
    waitForEver(with: UnsafeRawPointer(bitPattern: ~hidden), isReady)
  }
  isReady.wait()
}

let staleWordCases: [Case] = [
  .leaks("an object before the piece of memory that the allocator split last", kept: 231) {
    retainBeforeSplitPiece(32)
  },
  .leaks("words in the unused part of a stack, and another stack beside it") {
    startThread { leaveWords(below: 50) }
    for _ in 0..<4 { startThread {} }
  },
  .leaks("words where a queue's thread waits for work") {
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) { leaveWords(below: 0) }
    group.wait()
  },
  .clean("a queue's thread that waits with what it owns", kept: 2) {
    let isReady = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      let node = pair()
      isReady.signal()
      DispatchSemaphore(value: 0).wait()
      keepAlive(node)
    }
    isReady.wait()
  },
  .leaks("a word that remains in memory that realloc allocates") {
    let hasEnded = DispatchSemaphore(value: 0)
    Thread {
      leaveWordForRealloc()
      hasEnded.signal()
    }.start()
    hasEnded.wait()
  },
  .clean("the address of an object's last word, before a small free block", kept: 1) {
    waitWithLastWord(beforeFreeBlockOf: 48)
  },
  .clean("the address of an object's last word, before a large free block", kept: 1) {
    waitWithLastWord(beforeFreeBlockOf: 2_000)
  },
]
