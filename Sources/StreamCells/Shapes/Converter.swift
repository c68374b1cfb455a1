import Streams

/// An object that uses one of its methods to convert elements, and keeps the subscription.
final class Converter: FeedReader {
  private(set) var hasRead = false
  private var subscription: (any Disposable)?
  private var bag = DisposeBag()

  /// The leaking form.
  func start(_ items: Observable<Int>) {
    subscription = items.map { self.converted($0) }.subscribe()
  }

  /// The fixed form.
  func startWeakly(_ items: Observable<Int>) {
    items.map { [weak self] in self?.converted($0) ?? 0 }.subscribe()
      .disposed(by: bag)
  }

  func stop() {
    subscription?.dispose()
    bag = DisposeBag()
  }

  private func converted(_ item: Int) -> Int {
    hasRead = true
    return item * 2
  }
}

extension Converter {
  static let shape = Shape(
    "Converter", .subscriptionOwnedByCaptured, reader: Converter.self, through: "Converter",
    leaking: { $0.start($1) }, fixed: { $0.startWeakly($1) })
}
