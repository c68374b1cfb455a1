/// The observers of a subject, in the order in which they came.
///
/// Its layout does not depend on the type of the elements, which would have to be looked
/// up at run time for every event; the type is put back on delivery. A copy is a snapshot
/// and costs one retain: that is how a subject delivers an event without holding its lock.
///
/// Keys grow, so a key is found by bisection. A removed entry leaves a gap; the gaps are
/// closed when they make up half of the entries.
struct ObserverBag {
  private struct Entry {
    let key: BagKey
    var observer: DisposableObject?
    let subscription: SubjectSubscription
  }

  private var entries: [Entry] = []
  private var nextKey: UInt64 = 0
  /// The number of observers.
  private(set) var count = 0

  init() {}

  var isEmpty: Bool { count == 0 }

  /// Adds an observer and tells its subscription the key.
  ///
  /// - Complexity: O(1) amortised.
  mutating func insert(_ observer: DisposableObject, _ subscription: SubjectSubscription) {
    let key = BagKey(rawValue: nextKey)
    nextKey += 1
    count += 1
    subscription.key = key
    entries.append(Entry(key: key, observer: observer, subscription: subscription))
  }

  /// Puts another observer in the place of one, if that is still there.
  ///
  /// - Returns: The one that was replaced, or nil.
  mutating func replace(_ key: BagKey, with observer: DisposableObject) -> DisposableObject? {
    let index = self.index(of: key)
    guard index < entries.count, entries[index].key == key else { return nil }
    guard let replaced = entries[index].observer else { return nil }
    entries[index].observer = observer
    return replaced
  }

  /// Removes and returns an observer.
  ///
  /// - Complexity: O(log *n*) amortised.
  mutating func removeKey(_ key: BagKey) -> DisposableObject? {
    let index = self.index(of: key)
    guard index < entries.count, entries[index].key == key,
      let observer = entries[index].observer
    else { return nil }
    count -= 1
    entries[index].observer = nil
    if count == 0 {
      // A subject that is subscribed to again and again keeps its few places.
      entries.removeAll(keepingCapacity: entries.count <= 8)
    } else if count * 2 < entries.count {
      entries.removeAll { $0.observer == nil }
    }
    return observer
  }

  /// Takes out all observers, and returns them.
  mutating func takeAll() -> ObserverBag {
    let taken = self
    entries = []
    count = 0
    return taken
  }

  /// Calls a closure with every observer whose subscription was not disposed.
  @inline(__always)
  func forEach<Element>(
    of type: Element.Type, _ body: (ObserverBase<Element>) -> Void
  ) {
    for entry in entries {
      if entry.subscription.isDisposed { continue }
      guard let observer = entry.observer else { continue }
      // A subject puts only observers of its own elements in.
      body(unsafe unsafeDowncast(observer, to: ObserverBase<Element>.self))
    }
  }

  /// Makes sure that nothing that is still on its way reaches an observer.
  func silence() {
    for entry in entries { entry.subscription.silence() }
  }

  /// The place of the first entry whose key is not smaller.
  private func index(of key: BagKey) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key.rawValue < key.rawValue { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
