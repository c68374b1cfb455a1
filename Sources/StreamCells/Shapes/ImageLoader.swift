import Streams

/// An object that uses one of its methods to load the image for each element.
final class ImageLoader: FeedReader {
  private(set) var hasRead = false
  private var subscription: (any Disposable)?
  private var bag = DisposeBag()

  /// The leaking form.
  func start(_ items: Observable<Int>) {
    subscription = items.flatMapLatest { self.image($0) }.subscribe()
  }

  /// The fixed form.
  func startWeakly(_ items: Observable<Int>) {
    items.flatMapLatest { [weak self] in self?.image($0) ?? .empty() }.subscribe()
      .disposed(by: bag)
  }

  func stop() {
    subscription?.dispose()
    bag = DisposeBag()
  }

  private func image(_ number: Int) -> Observable<Int> {
    hasRead = true
    return .just(number)
  }
}

extension ImageLoader {
  static let shape = Shape(
    "ImageLoader", .flatteningClosureCapturesOwner, reader: ImageLoader.self,
    through: "ImageLoader",
    leaking: { $0.start($1) }, fixed: { $0.startWeakly($1) })
}
