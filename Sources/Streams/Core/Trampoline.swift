/// A thread's queue of work that waits until the running work has returned.
///
/// Each thread has its own trampoline. The resource registry does not count trampolines.
final class Trampoline {
  private static let ofThreads = ThreadLocal<Trampoline>()

  /// A Boolean value indicating whether work is running. If so, newly scheduled work must wait.
  private(set) var isRunning = false
  /// The waiting work, in order. Entries before `nextItem` are `nil`, because they were removed.
  private var items: [WaitingWork?] = []
  private var nextItem = 0
  /// The current nesting depth of subscriptions and deliveries.
  private var depth = 0

  /// The depth at which nested work must wait, because a stack may have only half a megabyte.
  private static let depthLimit = 32

  /// The calling thread's trampoline.
  @inline(__always)
  static var current: Trampoline {
    ofThreads.value(orMake: Trampoline.init)
  }

  /// A Boolean value indicating whether further nested work must wait, to keep the stack small.
  ///
  /// If no work is running, the value is `false`, because nothing would run the waiting work.
  @inline(__always)
  var isTooDeep: Bool { depth >= Trampoline.depthLimit && isRunning }

  /// Runs a closure with the nesting depth increased by 1.
  @inline(__always)
  func nested<Result>(_ body: () -> Result) -> Result {
    depth += 1
    defer { depth -= 1 }
    return body()
  }

  /// Adds a closure to the waiting work.
  @inline(never)
  func enqueue(_ body: @escaping () -> Void) {
    enqueue(WaitingClosure(body))
  }

  /// A Boolean value indicating whether work is waiting.
  var hasPending: Bool { nextItem < items.count }

  /// Adds an item to the waiting work.
  func enqueue(_ item: WaitingWork) {
    items.append(item)
  }

  /// Runs a closure as the outermost work of the thread, and then runs all waiting work.
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
      if !item.isFinished { item.invoke() }
    }
  }

  /// Removes and returns the first waiting item.
  ///
  /// - Complexity: O(1) amortized. The array has at most two entries for each waiting item.
  private func takeFirst() -> WaitingWork? {
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
