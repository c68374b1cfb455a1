/// The observers of a subject.
///
/// Storage of a type that depends on `Element` would have its layout looked up at run time
/// for every event. Here it is always the same, and the type is put back on delivery.
struct ObserverBag<Element> {
  private var observers = Bag<DisposableObject>()

  init() {}

  var isEmpty: Bool { observers.isEmpty }

  mutating func insert(_ observer: ObserverBase<Element>) -> BagKey {
    observers.insert(observer)
  }

  mutating func removeKey(_ key: BagKey) -> DisposableObject? {
    observers.removeKey(key)
  }

  @inline(__always)
  func forEach(_ body: (ObserverBase<Element>) -> Void) {
    observers.forEach { observer in
      // `insert` is the only way in.
      body(unsafe unsafeDowncast(observer, to: ObserverBase<Element>.self))
    }
  }
}
