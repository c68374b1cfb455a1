/// The observers of a subject.
///
/// Storage of a type that depends on `Element` would have its layout looked up at run time
/// for every event. Here it is always the same, and the type is put back on delivery.
struct ObserverBag<Element> {
  private struct Entry {
    let observer: DisposableObject
    let subscription: SubjectSubscription
  }

  private var entries = Bag<Entry>()

  init() {}

  var isEmpty: Bool { entries.isEmpty }

  /// Adds an observer and tells its subscription the key.
  mutating func insert(_ observer: ObserverBase<Element>, _ subscription: SubjectSubscription) {
    subscription.key = entries.insert(Entry(observer: observer, subscription: subscription))
  }

  /// Removes and returns an observer.
  mutating func removeKey(_ key: BagKey) -> DisposableObject? {
    entries.removeKey(key)?.observer
  }

  /// Calls a closure with every observer whose subscription was not disposed.
  @inline(__always)
  func forEach(_ body: (ObserverBase<Element>) -> Void) {
    entries.forEach { entry in
      if entry.subscription.isDisposed { return }
      // `insert` is the only way in.
      body(unsafe unsafeDowncast(entry.observer, to: ObserverBase<Element>.self))
    }
  }

  /// Makes sure that nothing that is still on its way reaches an observer.
  func silence() {
    entries.forEach { $0.subscription.silence() }
  }
}
