/// A disposable of many others, which can be added and removed.
///
/// Whatever the order of a racing `insert` and `dispose()`, what was inserted is disposed.
public final class CompositeDisposable: DisposableObject, Cancelable, @unchecked Sendable {
  /// Names a disposable within its composite, so that it can be removed.
  public struct DisposeKey: Sendable {
    fileprivate let key: BagKey
  }

  private let lock = Lock()
  /// What it holds, or nil once it was disposed.
  @safe @exclusivity(unchecked) private var disposables: Bag<DisposableObject>? = Bag()
  /// The number of disposables at which the composite next looks for finished ones.
  @safe @exclusivity(unchecked) private var sweepLimit = CompositeDisposable.smallestSweep

  private static let smallestSweep = 32

  /// A disposable of nothing yet.
  public override init() {}

  /// A disposable of two others.
  public convenience init(_ disposable1: any Disposable, _ disposable2: any Disposable) {
    self.init(disposables: [disposable1, disposable2])
  }

  /// A disposable of three others.
  public convenience init(
    _ disposable1: any Disposable, _ disposable2: any Disposable, _ disposable3: any Disposable
  ) {
    self.init(disposables: [disposable1, disposable2, disposable3])
  }

  /// A disposable of four others and more.
  public convenience init(
    _ disposable1: any Disposable, _ disposable2: any Disposable, _ disposable3: any Disposable,
    _ disposable4: any Disposable, _ disposables: any Disposable...
  ) {
    self.init(
      disposables: [disposable1, disposable2, disposable3, disposable4] + disposables)
  }

  /// A disposable of others.
  public init(disposables: [any Disposable]) {
    for disposable in disposables { _ = self.disposables?.insert(disposable.asObject) }
  }

  public var isDisposed: Bool { lock.withLock { disposables == nil } }

  override var isFinished: Bool { isDisposed }

  /// The number of disposables it holds.
  public var count: Int { lock.withLock { disposables?.count ?? 0 } }

  /// Adds a disposable, or disposes it at once if the composite was disposed.
  ///
  /// - Returns: What `remove(for:)` takes, or nil if the composite was disposed.
  @discardableResult
  public func insert(_ disposable: any Disposable) -> DisposeKey? {
    insert(object: disposable.asObject)
  }

  @discardableResult
  func insert(object: DisposableObject) -> DisposeKey? {
    var isCrowded = false
    let key = lock.withLock { () -> BagKey? in
      let key = disposables?.insert(object)
      isCrowded = disposables.map { $0.count > sweepLimit } ?? false
      if isCrowded { sweepLimit = .max }
      return key
    }
    guard let key else {
      object.dispose()
      return nil
    }
    if isCrowded { sweep() }
    return DisposeKey(key: key)
  }

  /// Drops what is finished already, so that a composite that lives long does not grow.
  ///
  /// Looked at outside the lock, because asking somebody else's disposable whether it is
  /// disposed runs their code.
  private func sweep() {
    let candidates = lock.withLock { disposables?.all ?? [] }
    let finished = candidates.filter { $0.element.isFinished }
    lock.withLock {
      for (key, _) in finished { _ = disposables?.removeKey(key) }
      sweepLimit = max(CompositeDisposable.smallestSweep, 2 * (disposables?.count ?? 0))
    }
    // What was dropped is released here, after the lock.
    withExtendedLifetime(finished) {}
  }

  /// Takes a disposable out and disposes it.
  public func remove(for disposeKey: DisposeKey) {
    lock.withLock { disposables?.removeKey(disposeKey.key) }?.dispose()
  }

  /// Takes a disposable out without disposing it.
  func take(for disposeKey: DisposeKey) {
    // Released after the lock.
    _ = lock.withLock { disposables?.removeKey(disposeKey.key) }
  }

  public override func dispose() {
    let taken = lock.withLock {
      let taken = disposables
      disposables = nil
      return taken
    }
    taken?.forEach { $0.dispose() }
  }
}
