/// One thread's queue of work that waits for the running work to return.
///
/// Thread-local plumbing; not counted.
final class Trampoline {
  private static let ofThreads = ThreadLocal<Trampoline>()

  /// Whether work is running, so that more work must wait.
  private(set) var isRunning = false
  /// What waits, in order; the places before `nextItem` have been taken and are empty.
  private var items: [ScheduledItem?] = []
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
    while let item = takeFirst() {
      if !item.isDisposed { item.invoke() }
    }
  }

  /// - Complexity: O(1) amortised; the array stays within twice what waits.
  private func takeFirst() -> ScheduledItem? {
    guard hasPending else { return nil }
    let item = items[nextItem]
    items[nextItem] = nil
    nextItem += 1
    if nextItem * 2 > items.count {
      items.removeFirst(nextItem)
      nextItem = 0
    }
    return item
  }
}
