import Scenarios
import Streams

/// An object that subscribes repeatedly, and inserts every subscription into a bag that lives as
/// long as the object.
///
/// Each subscription ends by itself. A bag that kept all of them would grow without limit.
final class Poller {
  private(set) var answers = 0
  let bag = DisposeBag()

  func poll() {
    Observable.just(1).subscribe(onNext: { [weak self] in self?.answers += $0 })
      .disposed(by: bag)
  }
}

extension Poller {
  static let cells = [
    Cell(
      source: "Poller", operator: "finished", ending: .completion, timing: .afterSubscribe,
      expectation: .held(by: [Owner.bag], atMost: 200)
    ) { poll(1_000, $0) }
  ]

  @inline(never)
  private static func poll(_ times: Int, _ host: CellHost) {
    let poller = Poller()
    host.keep(Owner.bag, poller.bag)
    for _ in 0..<times { poller.poll() }
    if poller.answers == times { host.recordDelivery() }
    host.takeSubscribedSnapshot()
    host.recordEnding()
    host.takeEndedSnapshot()
  }
}
