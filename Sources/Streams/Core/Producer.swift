/// An observable that makes a sink for each subscription.
///
/// A subclass says in `run(_:cancel:)` which; tying it to its disposer, and the
/// trampoline around the outermost subscription of a thread, are done here. A subscription
/// that is nested too deeply in others waits for them, so that a sequence that subscribes
/// to itself does not overflow the stack.
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

  /// Makes a sink and subscribes it to what the sequence is made from.
  ///
  /// - Parameters:
  ///   - observer: Where the sink sends to.
  ///   - cancel: What the sink disposes when the sequence ends.
  /// - Returns: The sink and the subscription to its source.
  func run(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> (sink: DisposableObject, subscription: DisposableObject) {
    preconditionFailure("\(type(of: self)) does not make a sink.")
  }

  private final func start(_ observer: ObserverBase<Element>, _ disposer: SinkDisposer) {
    let sinkAndSubscription = run(observer, cancel: disposer)
    disposer.setSinkAndSubscription(
      sink: sinkAndSubscription.sink, subscription: sinkAndSubscription.subscription)
  }
}
