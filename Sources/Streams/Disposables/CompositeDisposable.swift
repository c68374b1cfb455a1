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
  private var disposables: Bag<DisposableObject>? = Bag()

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
    let key = lock.withLock { disposables?.insert(object) }
    guard let key else {
      object.dispose()
      return nil
    }
    return DisposeKey(key: key)
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
