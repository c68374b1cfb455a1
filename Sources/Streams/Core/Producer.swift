/// An observable that creates a sink for each subscription.
///
/// A subclass creates the sink in `run(_:cancel:)`, and this class stores the sink in a
/// `SinkDisposer`. A subscription that is nested too deeply waits in the thread's `Trampoline`
/// until the thread's running work has returned. A sequence that subscribes to itself therefore
/// does not overflow the stack.
@usableFromInline
class Producer<Element>: Observable<Element>, @unchecked Sendable {
  @usableFromInline
  final override func attach(_ observer: ObserverBase<Element>) -> DisposableObject {
    let disposer = SinkDisposer()
    let trampoline = Trampoline.current
    if !trampoline.isRunning {
      trampoline.runOutermost { start(observer, disposer) }
    } else if !trampoline.isTooDeep {
      trampoline.nested { start(observer, disposer) }
    } else {
      trampoline.enqueue { [self] in
        if !disposer.isDisposed { start(observer, disposer) }
      }
    }
    return disposer
  }

  /// Creates a sink and subscribes it to its source.
  ///
  /// - Parameters:
  ///   - observer: The observer to which the sink sends.
  ///   - cancel: The disposable of the subscription. The sink disposes it when the sequence
  ///     ends.
  /// - Returns: The sink and the subscription to its source.
  func run(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> (sink: DisposableObject, subscription: DisposableObject) {
    preconditionFailure("\(type(of: self)) must override run(_:cancel:).")
  }

  private final func start(_ observer: ObserverBase<Element>, _ disposer: SinkDisposer) {
    let sinkAndSubscription = run(observer, cancel: disposer)
    disposer.setSinkAndSubscription(
      sink: sinkAndSubscription.sink, subscription: sinkAndSubscription.subscription)
  }
}
