import Streams

/// An object that connects a shared stream and is deallocated without disconnecting it.
final class PriceBoard: FeedReader {
  private(set) var hasRead = false
  private var bag = DisposeBag()
  private var connection: (any Disposable)?

  /// The leaking form.
  func start(_ items: Observable<Int>) {
    let prices = items.publish()
    prices.subscribe(onNext: { [weak self] _ in self?.hasRead = true }).disposed(by: bag)
    connection = prices.connect()
  }

  /// The fixed form.
  func startCounted(_ items: Observable<Int>) {
    let prices = items.publish().refCount()
    prices.subscribe(onNext: { [weak self] _ in self?.hasRead = true }).disposed(by: bag)
  }

  func stop() {
    connection?.dispose()
    bag = DisposeBag()
  }
}

extension PriceBoard {
  static let shape = Shape(
    "PriceBoard", .sharedStreamNeverReleased, reader: PriceBoard.self,
    through: "MulticastConnection",
    leaking: { $0.start($1) }, fixed: { $0.startCounted($1) })
}
