import Scenarios
import Streams

/// An object that subscribes to a subject of its own.
///
/// The object retains the subject, the subject retains its observer, the observer retains the
/// closure, and the closure retains the object. A bag in the object would not end the subscription,
/// because the bag would live as long as the object.
final class Scoreboard {
  private(set) var latest = 0
  private(set) var isOver = false
  private let scores = PublishSubject<Int>()
  private var subscription: (any Disposable)?

  /// The leaking form.
  func start() {
    subscription = scores.subscribe(
      onNext: { self.latest = $0 }, onError: { _ in }, onDisposed: { self.isOver = true })
  }

  /// The fixed form.
  func startWeakly() {
    subscription = scores.subscribe(
      onNext: { [weak self] in self?.latest = $0 }, onError: { _ in },
      onDisposed: { [weak self] in self?.isOver = true })
  }

  func send(_ event: Event<Int>) {
    scores.on(event)
  }

  func stop() {
    subscription?.dispose()
    subscription = nil
  }
}

extension Scoreboard {
  /// The matrix cells of both forms, with every ending that is possible for a scoreboard.
  static var cells: [Cell] {
    cells(named: "captureSelf", leaving: .cycle(through: ["Scoreboard", "PublishSubject"])) {
      $0.start()
    } + cells(named: "weakSelf", leaving: .clean) { $0.startWeakly() }
  }

  private static func cells(
    named name: String, leaving expectation: Cell.Expectation,
    start: @escaping @Sendable (Scoreboard) -> Void
  ) -> [Cell] {
    let endings: [Ending] = [.completion, .error, .dispose, .none]
    return endings.map { ending in
      Cell(
        source: "Scoreboard", operator: name, ending: ending, timing: .afterSubscribe,
        expectation: ending == .none ? expectation : .clean
      ) { host in
        host.keep("scoreboard", Scoreboard())
        show(host, ending, start)
      }
    }
  }

  @inline(never)
  private static func show(_ host: CellHost, _ ending: Ending, _ start: (Scoreboard) -> Void) {
    guard let scoreboard = host.owner("scoreboard") as? Scoreboard else { return }
    start(scoreboard)
    scoreboard.send(.next(1))
    if scoreboard.latest == 1 { host.recordDelivery() }
    host.takeSubscribedSnapshot()
    if let event = ending.event { scoreboard.send(event) }
    if ending == .dispose { scoreboard.stop() }
    if scoreboard.isOver { host.recordEnding() }
    host.takeEndedSnapshot()
  }
}
