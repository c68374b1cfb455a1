/// The observers of a subject, in the order in which they subscribed.
///
/// The bag is not generic, because the memory layout of a generic bag would be looked up at run
/// time for each event. Observers are cast to their type when an event is delivered. A subject does
/// not hold its lock during a delivery. It iterates over a copy of the bag, which costs one retain.
///
/// Each subscription stores the index of its observer, so that removing an observer needs no
/// search. Removing an observer leaves a gap. When more than half of the entries are gaps, the gaps
/// are closed and the indices are updated.
struct ObserverBag {
  private struct Entry {
    var observer: DisposableObject?
    let subscription: SubjectSubscription
  }

  private var entries: [Entry] = []
  /// The number of observers.
  private(set) var count = 0

  /// The maximum capacity of an array that is retained when gaps are closed.
  private static let keptCapacity = 64

  init() {}

  var isEmpty: Bool { count == 0 }

  /// Adds an observer and stores its index in the subscription.
  ///
  /// - Complexity: O(1) amortized.
  mutating func insert(_ observer: DisposableObject, _ subscription: SubjectSubscription) {
    count += 1
    subscription.index = entries.count
    entries.append(Entry(observer: observer, subscription: subscription))
  }

  /// Replaces the observer of a subscription, unless that observer has been removed.
  ///
  /// - Returns: The observer that was replaced, or `nil`.
  mutating func replaceObserver(
    of subscription: SubjectSubscription, with observer: DisposableObject
  ) -> DisposableObject? {
    guard let index = index(of: subscription), let replaced = entries[index].observer else {
      return nil
    }
    entries[index].observer = observer
    return replaced
  }

  /// Removes and returns the observer of a subscription, or returns `nil` if there is none.
  ///
  /// - Complexity: O(1) amortized.
  mutating func removeObserver(of subscription: SubjectSubscription) -> DisposableObject? {
    guard let index = index(of: subscription), let observer = entries[index].observer.take()
    else { return nil }
    count -= 1
    if count == 0 {
      // A small buffer is kept, because observers may subscribe again.
      entries.removeAll(keepingCapacity: entries.count <= 8)
    } else if count * 2 < entries.count {
      closeGaps()
    }
    return observer
  }

  /// Removes and returns all observers.
  mutating func takeAll() -> ObserverBag {
    let taken = self
    entries = []
    count = 0
    return taken
  }

  /// Calls a closure with each observer whose subscription is not disposed.
  ///
  /// The entries are accessed in place and not retained, because the array retains them. With ten
  /// observers, the retains of an ordinary loop took three quarters of the delivery time.
  @inline(__always)
  func forEach<Element>(
    of type: Element.Type, _ body: (ObserverBase<Element>) -> Void
  ) {
    unsafe entries.withUnsafeBufferPointer { held in
      for index in held.indices {
        let isDisposed = unsafe Unmanaged.passUnretained(held[index].subscription)
          ._withUnsafeGuaranteedRef { $0.isDisposed }
        if isDisposed { continue }
        guard let observer = unsafe held[index].observer.map(Unmanaged.passUnretained) else {
          continue
        }
        // The cast is valid, because a subject inserts only observers of its own element type.
        unsafe observer._withUnsafeGuaranteedRef {
          body(unsafe unsafeDowncast($0, to: ObserverBase<Element>.self))
        }
      }
    }
  }

  /// Marks all subscriptions as disposed, so that an event that is being delivered reaches no
  /// further observer.
  func markDisposed() {
    for entry in entries { entry.subscription.markDisposed() }
  }

  private mutating func closeGaps() {
    if entries.capacity > ObserverBag.keptCapacity {
      // A new array needs only the memory for the remaining entries.
      entries = entries.filter { $0.observer != nil }
    } else {
      entries.removeAll { $0.observer == nil }
    }
    for (index, entry) in entries.enumerated() { entry.subscription.index = index }
  }

  /// Returns the index of a subscription's entry, or `nil` if the entry was removed.
  private func index(of subscription: SubjectSubscription) -> Int? {
    let index = subscription.index
    guard index < entries.count, entries[index].subscription === subscription else { return nil }
    return index
  }
}
