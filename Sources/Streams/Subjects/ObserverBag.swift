/// The observers of a subject, in the order in which they came.
///
/// Its layout does not depend on the type of the elements, which would have to be looked
/// up at run time for every event; the type is put back on delivery. A copy is a snapshot
/// and costs one retain: that is how a subject delivers an event without holding its lock.
///
/// A subscription knows the place of its observer, so removing one searches nothing. A
/// removed entry leaves a gap; the gaps are closed, and the subscriptions told their new
/// places, when the gaps make up half of the entries.
struct ObserverBag {
  private struct Entry {
    var observer: DisposableObject?
    let subscription: SubjectSubscription
  }

  private var entries: [Entry] = []
  /// The number of observers.
  private(set) var count = 0

  init() {}

  var isEmpty: Bool { count == 0 }

  /// Adds an observer and tells its subscription the place.
  ///
  /// - Complexity: O(1) amortised.
  mutating func insert(_ observer: DisposableObject, _ subscription: SubjectSubscription) {
    count += 1
    subscription.place = entries.count
    entries.append(Entry(observer: observer, subscription: subscription))
  }

  /// Puts another observer in the place of a subscription's, if that is still there.
  ///
  /// - Returns: The one that was replaced, or nil.
  mutating func replaceObserver(
    of subscription: SubjectSubscription, with observer: DisposableObject
  ) -> DisposableObject? {
    guard let index = index(of: subscription), let replaced = entries[index].observer else {
      return nil
    }
    entries[index].observer = observer
    return replaced
  }

  /// Removes and returns the observer of a subscription.
  ///
  /// - Complexity: O(1) amortised.
  mutating func removeObserver(of subscription: SubjectSubscription) -> DisposableObject? {
    guard let index = index(of: subscription), let observer = entries[index].observer.take()
    else { return nil }
    count -= 1
    if count == 0 {
      // A subject that is subscribed to again and again keeps its few places.
      entries.removeAll(keepingCapacity: entries.count <= 8)
    } else if count * 2 < entries.count {
      closeGaps()
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

  private mutating func closeGaps() {
    entries.removeAll { $0.observer == nil }
    for (index, entry) in entries.enumerated() { entry.subscription.place = index }
  }

  /// Where a subscription is, or nil if it was removed with its gap, or with all others.
  private func index(of subscription: SubjectSubscription) -> Int? {
    let index = subscription.place
    guard index < entries.count, entries[index].subscription === subscription else { return nil }
    return index
  }
}
