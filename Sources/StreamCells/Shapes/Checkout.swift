import Streams

/// An object that subscribes once more inside a handler.
final class Checkout: FeedReader {
  private(set) var hasRead = false
  private var bag = DisposeBag()

  /// The leaking form.
  func start(_ items: Observable<Int>) {
    items.subscribe(onNext: { item in
      Observable.just(item).concat(Observable.never())
        .subscribe(onNext: { _ in self.hasRead = true }).disposed(by: self.bag)
    }).disposed(by: bag)
  }

  /// The fixed form.
  func startWeakly(_ items: Observable<Int>) {
    items.flatMapLatest { Observable.just($0).concat(Observable.never()) }
      .subscribe(onNext: { [weak self] _ in self?.hasRead = true }).disposed(by: bag)
  }

  func stop() {
    bag = DisposeBag()
  }
}

extension Checkout {
  static let shape = Shape(
    "Checkout", .nestedSubscription, reader: Checkout.self, through: "Checkout",
    leaking: { $0.start($1) }, fixed: { $0.startWeakly($1) })
}
