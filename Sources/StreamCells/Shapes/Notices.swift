import Streams

/// An object that keeps its subscription, and does not dispose it when the object is deallocated.
/// Merely releasing a subscription does not dispose it.
final class Notices: FeedReader {
  private(set) var hasRead = false
  private var subscription: (any Disposable)?
  private var bag = DisposeBag()

  /// The leaking form.
  func start(_ items: Observable<Int>) {
    subscription = items.subscribe(onNext: { [weak self] _ in self?.hasRead = true })
  }

  /// The fixed form.
  func startWeakly(_ items: Observable<Int>) {
    items.subscribe(onNext: { [weak self] _ in self?.hasRead = true })
      .disposed(by: bag)
  }

  func stop() {
    subscription?.dispose()
    bag = DisposeBag()
  }
}

extension Notices {
  static let shape = Shape(
    "Notices", .neverEndedSubscription, reader: Notices.self, through: "SinkDisposer",
    leaking: { $0.start($1) }, fixed: { $0.startWeakly($1) })
}
