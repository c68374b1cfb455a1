import Synchronization

/// Observes a key path of a target on behalf of an observer, and calls a block.
///
/// It holds both weakly. It registers itself with the proxy and in the deinit disposables
/// of both, and takes itself out of everything when it is disposed: by its owner, or
/// because either of the two goes away.
public final class RACKVOTrampoline: RACDisposable, @unchecked Sendable {
  /// What is called with the target, the observer and the change.
  public typealias Block = (
    _ target: RACObservableObject, _ observer: RACObservableObject?, _ change: RACKeyValueChange
  ) -> Void

  private let lock = Mutex(())
  private var block: Block?
  /// For callbacks: nil as soon as the target is going away.
  private weak var weakTarget: RACObservableObject?
  /// For teardown, when the weak reference is nil already. Valid until it is set to nil:
  /// the target's deinit disposes the trampoline before the target is gone.
  private unowned(unsafe) var target: RACObservableObject?
  private weak var observer: RACObservableObject?
  private var context: RACKVOContext?

  /// Begins to observe.
  ///
  /// - Parameters:
  ///   - target: Whose key path is observed.
  ///   - observer: On whose behalf, if on anybody's.
  ///   - block: What is called, on the thread of the change.
  public init(
    target: RACObservableObject, observer: RACObservableObject?, keyPath: AnyKeyPath,
    options: RACKeyValueObservingOptions, block: @escaping Block
  ) {
    self.block = block
    weakTarget = target
    unsafe self.target = target
    self.observer = observer
    super.init()
    let context = RACKVOProxy.shared.add(self)
    self.context = context
    target.addObservation(of: keyPath, options: options, context: context)
    target.deinitDisposable.addDisposable(self)
    observer?.deinitDisposable.addDisposable(self)
  }

  deinit { dispose() }

  /// Calls the block with a change, unless the target is gone or this was disposed.
  func observe(_ change: RACKeyValueChange) {
    let (block, target, observer) = lock.withLock { _ in (self.block, weakTarget, self.observer) }
    guard let block, let target else { return }
    block(target, observer, change)
  }

  /// Ends the observation; only the first call has an effect.
  public override func dispose() {
    let (block, target, observer, context) = lock.withLock {
      _ -> (Block?, RACObservableObject?, RACObservableObject?, RACKVOContext?) in
      let taken = unsafe (self.block, self.target, self.observer, self.context)
      self.block = nil
      unsafe self.target = nil
      self.observer = nil
      self.context = nil
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
