/// An observer of one source, for a sink with several sources or for the connection of a multicast
/// sequence. The observer also owns the subscription to its source.
///
/// By default, every event passes through a `SerialGate`, and the `receive` functions of observers
/// with the same gate run one at a time. Events after the source's end or `dispose()` are ignored.
class SourceObserver<Element>: ObserverBase<Element>, @unchecked Sendable {
  private final let state = AtomicBits(0)
  private final let gate: SerialGate
  @safe @exclusivity(unchecked) private final var subscription: DisposableObject?

  init(gate: SerialGate) {
    self.gate = gate
  }

  /// A Boolean value indicating whether the source has ended or the observer has been disposed.
  final var isOver: Bool { state.load() & SourceFlag.over != 0 }

  /// A Boolean value indicating whether the observer has been disposed. If so, elements that are
  /// still queued are dropped.
  private final var isDisposed: Bool {
    state.load() & SourceFlag.disposed != 0
  }

  final override var isFinished: Bool { isOver }

  /// Subscribes to the source. Call this once.
  final func subscribe(to source: Observable<Element>) {
    let subscription = source.attach(self)
    self.subscription = subscription
    if raise(SourceFlag.subscribed) & SourceFlag.over != 0 {
      self.subscription = nil
      subscription.dispose()
    }
  }

  final override func next(_ element: Element) {
    guard !isOver else { return }
    guard gate.enter() else { return queue(element) }
    let trampoline = Trampoline.current
    guard !trampoline.isTooDeep else {
      // The gate stays occupied until the stack is unwound, so that no other event overtakes the
      // element.
      queue(element)
      return trampoline.enqueue { [gate] in gate.leave() }
    }
    trampoline.nested { receive(element) }
    gate.leave()
  }

  final override func error(_ error: any Error) {
    runOrDefer { [self] in
      gate.perform { [self] in
        if end() { receiveError(error) }
      }
    }
  }

  final override func completed() {
    runOrDefer { [self] in sourceCompleted() }
  }

  /// Handles the completion. The default implementation does so inside the gate.
  func sourceCompleted() {
    gate.perform { [self] in
      if end() { receiveCompleted() }
    }
  }

  /// Handles an element.
  func receive(_ element: Element) {}

  /// Handles the failure of the source.
  func receiveError(_ error: any Error) {}

  /// Handles the completion of the source.
  func receiveCompleted() {}

  /// Queues an element. The thread that occupies the gate handles the element.
  @inline(never)
  private final func queue(_ element: Element) {
    gate.enqueue { [self] in
      if !isDisposed { receive(element) }
    }
  }

  /// Runs a closure that handles a failure or completion: now or, if the stack is too deep, after
  /// the stack has unwound. The delay does not reorder events, because this event is the last one.
  private final func runOrDefer(_ body: @escaping () -> Void) {
    let trampoline = Trampoline.current
    if trampoline.isTooDeep {
      trampoline.enqueue(body)
    } else {
      trampoline.nested(body)
    }
  }

  /// Marks the source as ended and disposes the subscription to it.
  ///
  /// Elements that are already queued in the gate are still received.
  ///
  /// - Returns: `false` if the source had already ended or the observer had been disposed.
  final func end() -> Bool {
    finish(SourceFlag.ended)
  }

  final override func dispose() {
    _ = finish(SourceFlag.disposed)
  }

  private final func finish(_ flag: UInt32) -> Bool {
    let previous = raise(flag)
    guard previous & SourceFlag.over == 0 else { return false }
    if previous & SourceFlag.subscribed != 0 {
      let subscription = self.subscription
      self.subscription = nil
      subscription?.dispose()
    }
    didEnd()
    return true
  }

  /// Performs additional work when the source has ended or the observer has been disposed. This
  /// function is called once.
  func didEnd() {}

  private final func raise(_ flag: UInt32) -> UInt32 {
    state.raise(flag)
  }
}

private enum SourceFlag {
  static let disposed: UInt32 = 1
  static let subscribed: UInt32 = 2
  static let ended: UInt32 = 4
  static let over = disposed | ended
}
