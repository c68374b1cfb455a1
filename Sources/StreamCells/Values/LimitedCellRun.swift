import Scenarios
import Streams

/// One run of a matrix cell in which the subscriber needs only one element.
///
/// The operator `take(1)` follows the tested one, and ends the subscription when the first element
/// arrives, possibly before `subscribe` returns. Afterwards no source may be subscribed to. Unless
/// the operator keeps elements, no values may be alive.
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
  private let streams = TokenStreams()
  private var isOver = false

  private init(_ valueOperator: ValueOperator, _ host: CellHost) {
    self.valueOperator = valueOperator
    self.host = host
  }

  private func run(_ early: Early) {
    let observable = streams.observable(of: valueOperator)
    let ownValues = streams.census.living
    if early == .source || early == .both { streams.feed.sendAtOnce(.none, to: 1) }
    if early == .inner || early == .both { streams.inner.sendAtOnce(.none, to: 1) }
    let subscription = subscribe(to: observable)
    for _ in 0..<3 where !isOver {
      streams.feed.sendToken()
      streams.inner.sendToken()
      streams.clock.advance(6)
    }
    // Operators that need the end of a source, such as `takeLast`, send their first element then.
    if !isOver { streams.feed.send(.completed) }
    if !isOver { streams.inner.send(.completed) }
    streams.clock.advance(30)
    let values = valueOperator.keepsElements ? 0 : streams.census.living - ownValues
    if !isOver {
      host.recordPassedCheck()
    } else if streams.subscriptionCount > 0 {
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
    let held = streams.census.make()
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
