/// One thread's queue of work that waits for the running work to return.
///
/// Thread-local plumbing; not counted.
final class Trampoline {
  private static let ofThreads = ThreadLocal<Trampoline>()

  /// Whether work is running, so that more work must wait.
  private(set) var isRunning = false
  /// The waiting work, in order; the entries before `nextItem` have been taken and are empty.
  private var items: [WaitingWork?] = []
  private var nextItem = 0
  /// How many subscriptions and deliveries are nested in each other.
  private var depth = 0

  /// How deeply they may be: a thread's stack may be as small as half a megabyte.
  private static let depthLimit = 32

  /// The calling thread's trampoline.
  @inline(__always)
  static var current: Trampoline {
    ofThreads.value(orMake: Trampoline.init)
  }

  /// Whether what is about to be nested should wait instead, to keep the stack small.
  ///
  /// Only while work is running: otherwise nothing would run what waits.
  @inline(__always)
  var isTooDeep: Bool { depth >= Trampoline.depthLimit && isRunning }

  /// Runs a closure one level deeper.
  @inline(__always)
  func nested<Result>(_ body: () -> Result) -> Result {
    depth += 1
    defer { depth -= 1 }
    return body()
  }

  /// Lets a closure wait.
  @inline(never)
  func enqueue(_ body: @escaping () -> Void) {
    enqueue(WaitingClosure(body))
  }

  /// Whether work is waiting.
  var hasPending: Bool { nextItem < items.count }

  /// Lets work wait.
  func enqueue(_ item: WaitingWork) {
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
      if !item.isFinished { item.invoke() }
    }
  }

  /// - Complexity: O(1) amortised; the array stays within twice what waits.
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
