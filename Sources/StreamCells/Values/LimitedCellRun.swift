import Scenarios
import Streams

/// One run of a matrix cell in which the subscriber needs only one element.
///
/// The operator `take(1)` follows the tested one, and ends the subscription when the first element
/// arrives, possibly before `subscribe` returns. Afterwards no source may be subscribed to, and no
/// values may be alive.
///
/// Only the thread of the runner may use it.
final class LimitedCellRun {
  /// The streams that send an element before `subscribe` returns.
  private enum Early: String, CaseIterable { case none, source, inner, both }

  /// The cells of every operator.
  static var cells: [Cell] {
    ValueOperator.all.map { valueOperator in
      valueOperator.cell(
        ending: .dispose, variant: "limited", timing: .insideSubscribe
      ) { host in
        host.takeSubscribedSnapshot()
        for early in Early.allCases {
          let run = LimitedCellRun(valueOperator, host)
          withExtendedLifetime(run) { run.run(early) }
        }
        host.recordDelivery()
        host.recordEnding()
        host.takeEndedSnapshot()
      }
    }
  }

  private let valueOperator: ValueOperator
  private let host: CellHost
  private let census = TokenCensus()
  private let feed: TokenFeed
  private let inner: TokenFeed
  private var clock = ValueClock(.virtual)
  private var isOver = false

  private init(_ valueOperator: ValueOperator, _ host: CellHost) {
    self.valueOperator = valueOperator
    self.host = host
    feed = TokenFeed(census)
    inner = TokenFeed(census)
  }

  private func run(_ early: Early) {
    let observable = valueOperator.apply(
      ValueOperator.OperatorInputs(
        feed: feed, innerFeed: inner, clock: clock.scheduler, census: census))
    let ownValues = census.living
    if early == .source || early == .both { feed.sendAtOnce(.none, to: 1) }
    if early == .inner || early == .both { inner.sendAtOnce(.none, to: 1) }
    let subscription = subscribe(to: observable)
    for _ in 0..<3 where !isOver {
      feed.sendToken()
      inner.sendToken()
      clock.advance(6)
    }
    // Operators that need the end of a source, such as `takeLast`, send their first element then.
    if !isOver { feed.send(.completed) }
    if !isOver { inner.send(.completed) }
    clock.advance(30)
    let values = valueOperator.keepsElements ? 0 : census.living - ownValues
    if !isOver {
      host.recordPassedCheck()
    } else if feed.isObserved || inner.isObserved {
      fail("still subscribes to a source", early)
    } else if values != 0 {
      fail("retains \(values) value\(values == 1 ? "" : "s")", early)
    } else {
      host.recordPassedCheck()
    }
    subscription.dispose()
    withExtendedLifetime(observable) {}
  }

  /// This is a separate function so that none of its temporaries is alive after it returns.
  @inline(never)
  private func subscribe(to observable: Observable<Token>) -> any Disposable {
    let held = census.make()
    return observable.take(1).subscribe(
      onNext: { _ in withExtendedLifetime(held) {} },
      onError: { _ in withExtendedLifetime(held) {} },
      onDisposed: { [weak self] in self?.isOver = true })
  }

  private func fail(_ fault: String, _ early: Early) {
    let moment =
      switch early {
      case .none: "after subscribe returned"
      case .source: "sent by the first stream before subscribe returned"
      case .inner: "sent by the second stream before subscribe returned"
      case .both: "sent by both streams before subscribe returned"
      }
    host.fail("\(valueOperator.name) \(fault) although take(1) has ended, with elements \(moment)")
  }
}
