import Streams

/// An object that adds a reference to itself to a list for each element.
final class History: FeedReader {
  private(set) var hasRead = false
  private var subscription: (any Disposable)?
  private var entries: Observable<[History]>?
  private var bag = DisposeBag()

  /// The leaking form.
  func start(_ items: Observable<Int>) {
    let entries = items.scan(into: [History]()) { [weak self] entries, _ in
      if let self { entries.append(self) }
    }
    self.entries = entries
    subscription = entries.subscribe(onNext: { [weak self] _ in self?.hasRead = true })
  }

  /// The fixed form.
  func startByValue(_ items: Observable<Int>) {
    items.scan(into: [Int]()) { entries, item in entries.append(item) }
      .subscribe(onNext: { [weak self] _ in self?.hasRead = true })
      .disposed(by: bag)
  }

  func stop() {
    subscription?.dispose()
    bag = DisposeBag()
  }
}

extension History {
  static let shape = Shape(
    "History", .accumulatorRetainsOwner, reader: History.self, through: "History",
    leaking: { $0.start($1) }, fixed: { $0.startByValue($1) })
}
