import StreamCells
import Streams

/// An object that runs the library's operator rather than the model. Its sources send the same
/// events, at the same times, as the sources of the model.
final class RealStage {
  private struct Live {
    var number: Int
    var port: Int
    var start: Int
    var next = 0
    var hasEnded = false
    var isStarting = true
    var isDisposed = false
    var observer: AnyObserver<Probe>?
  }

  let trace = Trace()
  let scheduler = StepScheduler(cancels: true)
  let elements = ProbeCensus()
  /// The probes that closures capture.
  let captured = ProbeCensus()
  private let plan: TrialPlan
  private var sources: [Live] = []
  private var sentCount = 0
  private var subscription: (any Disposable)?
  private var disposesLater = false
  private(set) var faults: [String] = []
  /// After each tick, the number of pending steps and the number of retained closures.
  private var remains: [(steps: Int, closures: Int)] = []
  /// The closures that are called at the start of the given ticks.
  var actions: [Int: () -> Void] = [:]

  init(_ plan: TrialPlan) { self.plan = plan }

  /// Runs the operator, and returns the elements that are alive after each tick.
  func play(_ make: (RealStage) -> Subscribing) -> [Set<Int>] {
    subscribe(make(self))
    var living: [Set<Int>] = []
    for tick in 0...TrialPlan.lastTick {
      trace.tick = tick
      actions[tick]?()
      scheduler.advance(to: tick)
      if tick > 0 { deliver() }
      if case .at(tick) = plan.disposal { disposeNow() }
      living.append(elements.living)
      remains.append((scheduler.pending, captured.living.count))
    }
    return living
  }

  /// Checks the state one tick after the end. Steps that only dispose have run by then.
  func checkRemains(after tick: Int) {
    guard tick + 1 < remains.count else { return }
    let (steps, closures) = remains[tick + 1]
    if steps > 0 { faults.append("\(steps) steps are pending after the end") }
    if closures > 0 { faults.append("\(closures) closures are retained a tick after the end") }
  }

  /// Checks the state when the subscription has ended but is still retained.
  func checkTheEnd() {
    if !captured.living.isEmpty { faults.append("closures are retained after the end") }
    if scheduler.pending > 0 { faults.append("\(scheduler.pending) steps are pending") }
    withExtendedLifetime(subscription) {}
  }

  /// Releases the subscription, without disposing it.
  func drop() {
    subscription = nil
    sources = []
    actions = [:]
  }

  /// Disposes the subscription, so that nothing remains of a trial that has not ended. No check
  /// follows.
  func finish() {
    subscription?.dispose()
    drop()
  }

  /// Returns a value for a closure to capture.
  func held() -> Probe { Probe(captured.living.count, captured) }

  func port(_ port: Int) -> Observable<Probe> {
    let held = held()
    return Observable.create { [unowned self] observer in
      withExtendedLifetime(held) {}
      return subscribed(to: port, observer)
    }
  }

  func probe(_ number: Int) -> Probe { Probe(number, elements) }

  func element(_ text: String) {
    trace.sent(text)
    sentCount += 1
    let number = sentCount
    if let reentry = plan.reentry, reentry.element == number { sendAhead(reentry.port) }
    if case .inHandler(number) = plan.disposal { disposeNow() }
  }

  /// Records a failure that the subscription does not handle.
  func unhandledFailure() {
    if !plan.handlesFailures { trace.ended("fails") }
  }

  /// Returns whether a subscription to a source is active.
  func isSubscribed(to port: Int) -> Bool {
    sources.contains { $0.port == port && !$0.isDisposed && !$0.hasEnded }
  }

  /// Records a fault if a condition does not hold.
  func require(_ condition: Bool, _ fault: String) {
    if !condition { faults.append(fault) }
  }

  /// Makes a source send its next message ahead of time.
  private func sendAhead(_ port: Int) {
    let live = sources.firstIndex {
      $0.port == port && !$0.isStarting && !$0.isDisposed && !$0.hasEnded
    }
    if let live, let message = message(live) { deliver(message.signal, live) }
  }

  private func subscribe(_ subscribing: Subscribing) {
    let held = held()
    subscription = subscribing.subscribe(
      Handlers(
        element: { [unowned self] in
          withExtendedLifetime(held) {}
          element($0)
        },
        error: !plan.handlesFailures
          ? nil
          : { [unowned self] in
            withExtendedLifetime(held) {}
            trace.ended("fails")
          },
        completed: { [unowned self] in
          withExtendedLifetime(held) {}
          trace.ended("completes")
        },
        disposed: { [unowned self] in
          withExtendedLifetime(held) {}
          trace.callback("onDisposed")
        }))
    if disposesLater { disposeNow() }
  }

  private func disposeNow() {
    guard let subscription else {
      disposesLater = true
      return
    }
    trace.over()
    subscription.dispose()
  }

  private func subscribed(to port: Int, _ observer: AnyObserver<Probe>) -> any Disposable {
    trace.subscribed(port)
    let number = sources.count
    sources.append(Live(number: number, port: port, start: trace.tick, observer: observer))
    while let message = message(number), message.delay == 0 { deliver(message.signal, number) }
    sources[number].isStarting = false
    return Disposables.create { [weak self] in self?.disposed(number) }
  }

  private func disposed(_ number: Int) {
    trace.disposed(sources[number].port, hasEnded: sources[number].hasEnded)
    sources[number].isDisposed = true
    if !plan.sendsLate { sources[number].observer = nil }
  }

  private func deliver() {
    for number in sources.indices {
      while let message = message(number), sources[number].start + message.delay == trace.tick {
        deliver(message.signal, number)
      }
    }
  }

  private func message(_ number: Int) -> TrialPlan.Message? {
    let script = plan.scripts[sources[number].port]
    return sources[number].next < script.count ? script[sources[number].next] : nil
  }

  private func deliver(_ signal: Signal, _ number: Int) {
    sources[number].next += 1
    guard let observer = sources[number].observer else { return }
    if signal.isEnd { sources[number].hasEnded = true }
    switch signal {
    case .next(let number): observer.onNext(probe(number))
    case .failed: observer.onError(ScriptedError())
    case .completed: observer.onCompleted()
    }
  }
}
