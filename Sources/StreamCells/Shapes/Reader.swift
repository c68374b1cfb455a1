import Streams

/// An object that keeps the inner sequence that it receives.
final class Reader: FeedReader {
  private(set) var hasRead = false
  private var bag = DisposeBag()
  private var page: Observable<Int>?

  /// The leaking form.
  func start(_ items: Observable<Int>) {
    items.take(1).compactMap { [weak self] in self?.page($0) }
      .subscribe(onNext: { [weak self] in self?.keep($0) }).disposed(by: bag)
  }

  /// The fixed form.
  func startWeakly(_ items: Observable<Int>) {
    items.take(1).compactMap { [weak self] in self?.weakPage($0) }
      .subscribe(onNext: { [weak self] in self?.keep($0) }).disposed(by: bag)
  }

  func stop() {
    page = nil
    bag = DisposeBag()
  }

  private func keep(_ page: Observable<Int>) {
    hasRead = true
    self.page = page
  }

  private func page(_ item: Int) -> Observable<Int> {
    .create { self.answer(item, $0) }
  }

  private func weakPage(_ item: Int) -> Observable<Int> {
    .create { [weak self] in self?.answer(item, $0) ?? Disposables.create() }
  }

  private func answer(_ item: Int, _ observer: AnyObserver<Int>) -> any Disposable {
    observer.onNext(item)
    return Disposables.create()
  }
}

extension Reader {
  static let shape = Shape(
    "Reader", .subscriptionOwnedByCaptured, reader: Reader.self, through: "Reader",
    leaking: { $0.start($1) }, fixed: { $0.startWeakly($1) })
}
