import Streams

/// An object that passes one of its methods as a handler. The method captures the object
/// implicitly.
final class SearchBox: FeedReader {
  private(set) var hasRead = false
  private var bag = DisposeBag()

  /// The leaking form.
  func start(_ items: Observable<Int>) {
    items.subscribe(onNext: show).disposed(by: bag)
  }

  /// The fixed form.
  func startWeakly(_ items: Observable<Int>) {
    items.subscribe(onNext: { [weak self] in self?.show($0) }).disposed(by: bag)
  }

  func stop() {
    bag = DisposeBag()
  }

  private func show(_ item: Int) { hasRead = true }
}

extension SearchBox {
  static let shape = Shape(
    "SearchBox", .methodAsHandler, reader: SearchBox.self, through: "SearchBox",
    leaking: { $0.start($1) }, fixed: { $0.startWeakly($1) })
}
