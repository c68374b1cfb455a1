import Scenarios
import Streams

/// A view model that owns its bag and is captured by the closure of its subscription.
///
/// This is the most common leak: the model retains the bag, the bag retains the subscription, the
/// subscription retains the closure, and the closure retains the model.
final class FeedViewModel {
  private(set) var latest = 0
  private var bag = DisposeBag()

  /// The leaking form.
  func start(_ items: Observable<Int>) {
    items.subscribe(onNext: { self.latest = $0 }, onError: { _ in }).disposed(by: bag)
  }

  /// The fixed form.
  func startWeakly(_ items: Observable<Int>) {
    items.subscribe(onNext: { [weak self] in self?.latest = $0 }, onError: { _ in })
      .disposed(by: bag)
  }

  /// Ends the subscription by assigning a new bag, as such models usually do.
  func stop() {
    bag = DisposeBag()
  }
}

extension FeedViewModel {
  /// The matrix cells of both forms, with every ending that is possible for a model.
  static var cells: [Cell] {
    cells(named: "captureSelf", leaving: .cycle(through: ["FeedViewModel", "DisposeBag"])) {
      $0.start($1)
    } + cells(named: "weakSelf", leaving: .clean) { $0.startWeakly($1) }
  }

  private static func cells(
    named name: String, leaving expectation: Cell.Expectation,
    start: @escaping @Sendable (FeedViewModel, Observable<Int>) -> Void
  ) -> [Cell] {
    let endings: [Ending] = [.completion, .error, .bagDrop, .none]
    return endings.map { ending in
      Cell(
        source: "FeedViewModel", operator: name, ending: ending, timing: .afterSubscribe,
        expectation: ending == .none ? expectation : .clean
      ) { host in
        open(host, start)
        show(host, ending)
      }
    }
  }

  @inline(never)
  private static func open(
    _ host: CellHost, _ start: (FeedViewModel, Observable<Int>) -> Void
  ) {
    let model = FeedViewModel()
    let feed = CreateFeed()
    host.keep("model", model)
    host.keep(Owner.feed, feed)
    start(model, feed.observable())
  }

  @inline(never)
  private static func show(_ host: CellHost, _ ending: Ending) {
    guard let model = host.owner("model") as? FeedViewModel,
      let feed = host.owner(Owner.feed) as? CreateFeed
    else { return }
    feed.send(.next(1))
    if model.latest == 1 { host.recordDelivery() }
    host.takeSubscribedSnapshot()
    if let event = ending.event { feed.send(event) }
    if ending == .bagDrop { model.stop() }
    if !feed.isObserved { host.recordEnding() }
    host.takeEndedSnapshot()
  }
}
