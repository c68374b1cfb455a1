/// One thread's queue of work that waits for the running work to return.
///
/// Thread-local plumbing; not counted.
final class Trampoline {
  private static let ofThreads = ThreadLocal<Trampoline>()

  /// Whether work is running, so that more work must wait.
  private(set) var isRunning = false
  private var items: [ScheduledItem] = []
  private var nextItem = 0

  /// The calling thread's trampoline.
  @inline(__always)
  static var current: Trampoline {
    ofThreads.value(orMake: Trampoline.init)
  }

  /// Whether work is waiting.
  var hasPending: Bool { nextItem < items.count }

  /// Lets work wait.
  func enqueue(_ item: ScheduledItem) {
    items.append(item)
  }

  /// Runs a closure as the outermost work of the thread, and then all that waits.
  @inline(__always)
  func runOutermost<Result>(_ body: () -> Result) -> Result {
    isRunning = true
    let result = body()
    if hasPending { drain() }
    isRunning = false
    return result
  }

  @inline(never)
  private func drain() {
    while hasPending {
      let item = items[nextItem]
      nextItem += 1
      // Makes the memory of a long sequence's queue that of its pending part.
      if nextItem > 32, nextItem * 2 > items.count {
        items.removeFirst(nextItem)
        nextItem = 0
      }
      if !item.isDisposed { item.invoke() }
    }
    items.removeAll(keepingCapacity: false)
    nextItem = 0
  }
}
