/// An observation of a key path of a target object. It passes each change to a block, on behalf of
/// an observer.
///
/// It retains neither the target nor the observer. It registers with the `RACKVOProxy` and with the
/// `deinitDisposable` of the target and of the observer. When its owner disposes it, or when the
/// target or the observer is deallocated, these registrations end.
public final class RACKVOTrampoline: RACDisposable, @unchecked Sendable {
  /// The type of a closure that receives the target, the observer and the change.
  public typealias Block = (
    _ target: RACObservableObject, _ observer: RACObservableObject?, _ change: RACKeyValueChange
  ) -> Void

  private let lock = Guarded(())
  private var block: Block?
  /// The target; `nil` as soon as its deallocation begins. From then on, this observation need not
  /// be removed from the target's list of observations, because the list is deallocated as well.
  private weak var weakTarget: RACObservableObject?
  private weak var observer: RACObservableObject?
  private var context: RACKVOContext?

  /// Begins to observe a key path.
  ///
  /// - Parameters:
  ///   - target: The object whose key path is observed.
  ///   - observer: The object on whose behalf the key path is observed, or `nil`.
  ///   - keyPath: The key path.
  ///   - options: Options that select the values in a reported change, and the times at which
  ///     changes are reported.
  ///   - block: The closure that is called for each change, on the thread that makes the change.
  ///     The initial notification is sent on the thread that creates the observation.
  public init(
    target: RACObservableObject, observer: RACObservableObject?, keyPath: AnyKeyPath,
    options: RACKeyValueObservingOptions, block: @escaping Block
  ) {
    self.block = block
    weakTarget = target
    self.observer = observer
    super.init()
    let context = RACKVOProxy.shared.add(self)
    self.context = context
    target.addObservation(of: keyPath, options: options, context: context)
    target.deinitDisposable.addDisposable(self)
    observer?.deinitDisposable.addDisposable(self)
  }

  deinit { dispose() }

  /// Calls the block with a change, unless the target was deallocated or this observation was
  /// disposed.
  func observe(_ change: RACKeyValueChange) {
    let (block, target, observer) = lock.withLock { _ in (self.block, weakTarget, self.observer) }
    guard let block, let target else { return }
    block(target, observer, change)
  }

  /// Ends the observation. Calls after the first have no effect.
  public override func dispose() {
    let (block, target, observer, context) = lock.withLock {
      _ -> (Block?, RACObservableObject?, RACObservableObject?, RACKVOContext?) in
      let taken = (self.block, weakTarget, self.observer, self.context)
      self.block = nil
      return taken
    }
    withExtendedLifetime(block) {
      if let context {
        target?.removeObservation(for: context)
        RACKVOProxy.shared.remove(context)
      }
      target?.deinitDisposable.removeDisposable(self)
      observer?.deinitDisposable.removeDisposable(self)
    }
    super.dispose()
  }
}
