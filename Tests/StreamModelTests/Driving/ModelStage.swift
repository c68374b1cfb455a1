/// An object that runs the model of an operator. It provides scripted sources, and timers that call
/// closures.
final class ModelStage {
  private struct Live {
    var label: String
    var port: Int
    var start: Int
    var next = 0
    var hasEnded = false
    var isStarting = true
    var isDisposed = false
    /// A Boolean value indicating whether the operator has disposed the subscription, possibly
    /// after the source ended. Queued events of the source are then dropped.
    var isCut = false
    var afterStart: (() -> Void)?
    var handler: (Signal) -> Void
  }

  private struct Timer {
    var label: String
    var due: Int
    var body: () -> Void
  }

  let trace = Trace()
  /// A closure that returns the elements that the operator may retain at this time.
  var retained: () -> [Int] = { [] }
  /// A closure that returns whether an event of the source with the given label must wait while
  /// another such event is being handled. For timers, the label is `timer`. Other events are
  /// handled immediately, inside the handler that caused them.
  var isSerial: (String, Signal) -> Bool = { _, _ in false }
  /// The closure that is called when the subscription has ended.
  var atEnd: () -> Void = {}
  /// A Boolean value indicating whether sources are disposed in a step of the scheduler.
  var disposesInSteps = false
  private let plan: TrialPlan
  private var sources: [Live] = []
  private var timers: [Timer] = []
  private var clock = 0
  private var sentCount = 0
  private var isSubscribing = true
  private var disposesLater = false
  private var isHandling = false
  private var waiting: [() -> Void] = []
  /// The tick at which the subscription ended, or `nil` if it has not ended.
  private(set) var end: Int?
  var isOver: Bool { end != nil }

  init(_ plan: TrialPlan) { self.plan = plan }

  /// Runs the model, and returns the elements that may be alive after each tick.
  func play(_ model: (ModelStage) -> Void) -> [Set<Int>] {
    model(self)
    isSubscribing = false
    if disposesLater { disposeAll() }
    var allowed: [Set<Int>] = []
    for tick in 0...TrialPlan.lastTick {
      trace.tick = tick
      runTimers(until: tick)
      if tick > 0 { deliver() }
      if case .at(tick) = plan.disposal { disposeAll() }
      allowed.append(isOver ? [] : Set(retained()))
    }
    return allowed
  }

  /// Releases all closures of the model, which retain the stage.
  func finish() {
    (retained, isSerial, atEnd) = ({ [] }, { _, _ in false }, {})
    (sources, timers, waiting) = ([], [], [])
  }

  /// Subscribes to a source. A label may belong to only one active subscription.
  func subscribe(_ port: Int, _ label: String, _ handler: @escaping (Signal) -> Void) {
    trace.subscribed(port)
    let index = sources.count
    sources.append(Live(label: label, port: port, start: trace.tick, handler: handler))
    while let message = message(index), message.delay == 0 { deliver(message.signal, index) }
    sources[index].isStarting = false
    if sources[index].isDisposed || sources[index].hasEnded {
      trace.disposed(sources[index].port, hasEnded: sources[index].hasEnded)
      sources[index].isDisposed = true
    }
    if isOver { return disposeSource(index) }
    sources[index].afterStart?()
  }

  /// Calls `body` immediately. If the source with this label is still being subscribed to, calls
  /// `body` after the subscription instead.
  ///
  /// Operators that subscribe to one source after the other do not nest the subscriptions.
  func whenStarted(_ label: String, _ body: @escaping () -> Void) {
    if let index = sources.lastIndex(where: { $0.label == label }), sources[index].isStarting {
      sources[index].afterStart = body
    } else {
      body()
    }
  }

  func isLive(_ label: String) -> Bool {
    sources.contains { $0.label == label && !$0.isDisposed && !$0.hasEnded }
  }

  func dispose(_ label: String) {
    for index in sources.indices where sources[index].label == label { disposeSource(index) }
  }

  /// Starts the timer with this label, or restarts it.
  func after(_ delay: Int, _ label: String = "", _ body: @escaping () -> Void) {
    cancel(label)
    if !isOver { timers.append(Timer(label: label, due: clock + delay, body: body)) }
  }

  /// Schedules a step after all steps that are due at this time.
  func later(_ body: @escaping () -> Void) {
    if !isOver { timers.append(Timer(label: "later", due: clock, body: body)) }
  }

  func cancel(_ label: String) { timers.removeAll { $0.label == label } }

  var now: Int { clock }

  func send(_ text: String) {
    guard !isOver else { return }
    trace.sent(text)
    sentCount += 1
    let number = sentCount
    if let reentry = plan.reentry, reentry.element == number { sendAhead(reentry.port) }
    if case .inHandler(number) = plan.disposal {
      if isSubscribing { disposesLater = true } else { disposeAll() }
    }
  }

  func send(_ number: Int) { send("\(number)") }

  func send(_ numbers: [Int]) { send("\(numbers)") }

  func fail() { end("fails") }

  func complete() { end("completes") }

  /// Forwards a completion or a failure, or calls `body` with an element.
  func forwardingEnds(_ signal: Signal, _ body: (Int) -> Void) {
    switch signal {
    case .next(let number): body(number)
    case .failed: fail()
    case .completed: complete()
    }
  }

  private func end(_ text: String) {
    guard !isOver else { return }
    trace.ended(text)
    endAll()
  }

  private func disposeAll() {
    guard !isOver else { return }
    trace.over()
    endAll()
  }

  private func endAll() {
    end = trace.tick
    timers = []
    atEnd()
    if !disposesInSteps {
      for index in sources.indices { disposeSource(index) }
    }
    trace.callback("onDisposed")
  }

  private func disposeSource(_ index: Int) {
    sources[index].isCut = true
    disposedSource(index)
  }

  private func disposedSource(_ index: Int) {
    guard !sources[index].isDisposed else { return }
    sources[index].isDisposed = true
    if !sources[index].isStarting {
      trace.disposed(sources[index].port, hasEnded: sources[index].hasEnded)
    }
  }

  private func runTimers(until tick: Int) {
    while let due = timers.map(\.due).min(), due <= tick {
      let index = timers.firstIndex { $0.due == due }!
      let timer = timers.remove(at: index)
      clock = max(clock, due)
      if isSerial("timer", .completed) { inTurn(timer.body) } else { timer.body() }
    }
    clock = tick
    if isOver, disposesInSteps {
      for index in sources.indices { disposeSource(index) }
    }
  }

  private func deliver() {
    for index in sources.indices {
      while let message = message(index), sources[index].start + message.delay == trace.tick {
        deliver(message.signal, index)
      }
    }
  }

  private func message(_ index: Int) -> TrialPlan.Message? {
    let script = plan.scripts[sources[index].port]
    return sources[index].next < script.count ? script[sources[index].next] : nil
  }

  private func deliver(_ signal: Signal, _ index: Int) {
    sources[index].next += 1
    guard !sources[index].isDisposed, !sources[index].hasEnded else {
      if signal.isEnd && sources[index].isStarting { sources[index].hasEnded = true }
      return
    }
    if signal.isEnd { sources[index].hasEnded = true }
    let handler = sources[index].handler
    if isSerial(sources[index].label, signal) {
      inTurn { [unowned self] in
        if !sources[index].isCut { handler(signal) }
      }
    } else {
      handler(signal)
    }
    if signal.isEnd { disposedSource(index) }
  }

  /// Runs a handler of a serial source. If another such handler is running, runs this one
  /// afterwards.
  func inTurn(_ body: @escaping () -> Void) {
    waiting.append(body)
    guard !isHandling else { return }
    isHandling = true
    while !waiting.isEmpty { waiting.removeFirst()() }
    isHandling = false
  }

  /// Makes a source send its next message ahead of time.
  private func sendAhead(_ port: Int) {
    let live = sources.firstIndex {
      $0.port == port && !$0.isStarting && !$0.isDisposed && !$0.hasEnded
    }
    if let live, let message = message(live) { deliver(message.signal, live) }
  }
}
