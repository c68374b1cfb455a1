/// A disposable that disposes any number of other disposables, which can be added and removed.
///
/// If `insert(_:)` and `dispose()` run at the same time on two threads, the inserted disposable is
/// disposed. An insertion also removes the finished members, such as ended subscriptions, if there
/// are more than 32 members and more than twice as many as after the previous such removal.
public final class CompositeDisposable: DisposableObject, Cancelable, @unchecked Sendable {
  /// The key of one disposable within a composite.
  public struct DisposeKey: Sendable {
    fileprivate let key: BagKey
  }

  private let lock = Lock()
  /// The members, or `nil` after the composite was disposed.
  @safe @exclusivity(unchecked) private var disposables: Bag<DisposableObject>? = Bag()
  /// The number of members above which the composite removes finished members.
  @safe @exclusivity(unchecked) private var sweepLimit = CompositeDisposable.smallestSweep

  private static let smallestSweep = 32

  /// Creates an empty composite.
  public override init() {}

  /// Creates a composite of two disposables.
  ///
  /// - Parameters:
  ///   - disposable1: The first member.
  ///   - disposable2: The second member.
  public convenience init(_ disposable1: any Disposable, _ disposable2: any Disposable) {
    self.init(disposables: [disposable1, disposable2])
  }

  /// Creates a composite of three disposables.
  ///
  /// - Parameters:
  ///   - disposable1: The first member.
  ///   - disposable2: The second member.
  ///   - disposable3: The third member.
  public convenience init(
    _ disposable1: any Disposable, _ disposable2: any Disposable, _ disposable3: any Disposable
  ) {
    self.init(disposables: [disposable1, disposable2, disposable3])
  }

  /// Creates a composite of four disposables or more.
  ///
  /// - Parameters:
  ///   - disposable1: The first member.
  ///   - disposable2: The second member.
  ///   - disposable3: The third member.
  ///   - disposable4: The fourth member.
  ///   - disposables: Further members.
  public convenience init(
    _ disposable1: any Disposable, _ disposable2: any Disposable, _ disposable3: any Disposable,
    _ disposable4: any Disposable, _ disposables: any Disposable...
  ) {
    self.init(
      disposables: [disposable1, disposable2, disposable3, disposable4] + disposables)
  }

  /// Creates a composite.
  ///
  /// - Parameter disposables: The members.
  public init(disposables: [any Disposable]) {
    for disposable in disposables { _ = self.disposables?.insert(disposable.asObject) }
  }

  /// A Boolean value indicating whether the disposable has been disposed.
  public var isDisposed: Bool { lock.withLock { disposables == nil } }

  override var isFinished: Bool { isDisposed }

  /// The number of members; 0 if the composite has been disposed.
  public var count: Int { lock.withLock { disposables?.count ?? 0 } }

  /// Adds a disposable, or disposes it immediately if the composite has been disposed.
  ///
  /// - Parameter disposable: The new member.
  /// - Returns: The key for ``remove(for:)``, or `nil` if the composite has been disposed.
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

  /// Removes the members that are finished, so that they do not accumulate in a composite with a
  /// long lifetime.
  ///
  /// `isFinished` is read while the lock is not held, because it may run code that is not part of
  /// the library.
  private func sweep() {
    let candidates = lock.withLock { disposables?.all ?? [] }
    let finished = candidates.filter { $0.element.isFinished }
    lock.withLock {
      for (key, _) in finished { _ = disposables?.removeKey(key) }
      sweepLimit = max(CompositeDisposable.smallestSweep, 2 * (disposables?.count ?? 0))
    }
    // The removed members are released here, outside the lock.
    withExtendedLifetime(finished) {}
  }

  /// Removes a disposable and disposes it.
  ///
  /// - Parameter disposeKey: The key that ``insert(_:)`` returned. If its disposable was already
  ///   removed, the call has no effect.
  public func remove(for disposeKey: DisposeKey) {
    lock.withLock { disposables?.removeKey(disposeKey.key) }?.dispose()
  }

  /// Removes a disposable without disposing it.
  func take(for disposeKey: DisposeKey) {
    // The member is released outside the lock.
    _ = lock.withLock { disposables?.removeKey(disposeKey.key) }
  }

  /// Disposes all members and releases them.
  ///
  /// Further calls have no effect.
  public override func dispose() {
    let taken = lock.withLock {
      let taken = disposables
      disposables = nil
      return taken
    }
    taken?.forEach { $0.dispose() }
  }
}
