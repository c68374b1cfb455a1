import Synchronization

/// An observer of one of the sources of a combining sink. It also owns the subscription to the
/// source.
///
/// Every event passes the sink's gate, so the `receive` functions of all sources run one at a time.
/// Nothing is received after an end or after `dispose()`.
class SourceObserver<Element>: ObserverBase<Element>, @unchecked Sendable {
  private final let state = Atomic<UInt32>(0)
  private final let gate: SerialGate
  @safe @exclusivity(unchecked) private final var subscription: DisposableObject?

  init(gate: SerialGate) {
    self.gate = gate
  }

  /// A Boolean value indicating whether the source has ended or the observer has been disposed.
  final var isOver: Bool { state.load(ordering: .acquiring) & SourceFlag.over != 0 }

  /// A Boolean value indicating whether the observer has been disposed, so that queued elements are
  /// dropped.
  private final var isDisposed: Bool {
    state.load(ordering: .acquiring) & SourceFlag.disposed != 0
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
    guard gate.enter() else { return wait(element) }
    let trampoline = Trampoline.current
    guard !trampoline.isTooDeep else {
      // The gate stays occupied until the stack is unwound, so that no other event overtakes the
      // element.
      wait(element)
      return trampoline.enqueue { [gate] in gate.leave() }
    }
    trampoline.nested { receive(element) }
    gate.leave()
  }

  final override func error(_ error: any Error) {
    unlessTooDeep { [self] in
      gate.perform { [self] in
        if end() { receiveError(error) }
      }
    }
  }

  final override func completed() {
    unlessTooDeep { [self] in sourceCompleted() }
  }

  /// Handles the completion in the gate.
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

  /// Queues an element for the occupant of the gate.
  @inline(never)
  private final func wait(_ element: Element) {
    gate.enqueue { [self] in
      if !isDisposed { receive(element) }
    }
  }

  /// Handles an end now or, if the stack is too deep, once it has unwound. The order of events is
  /// kept, because no event follows an end.
  private final func unlessTooDeep(_ body: @escaping () -> Void) {
    let trampoline = Trampoline.current
    if trampoline.isTooDeep {
      trampoline.enqueue(body)
    } else {
      trampoline.nested(body)
    }
  }

  /// Marks the source as ended and releases the subscription to it.
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

  /// Performs additional work when the source has ended or the observer has been disposed. It is
  /// called once.
  func didEnd() {}

  private final func raise(_ flag: UInt32) -> UInt32 {
    state.bitwiseOr(flag, ordering: .acquiringAndReleasing).oldValue
  }
}

private enum SourceFlag {
  static let disposed: UInt32 = 1
  static let subscribed: UInt32 = 2
  static let ended: UInt32 = 4
  static let over = disposed | ended
}
