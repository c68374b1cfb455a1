import ResourceRegistry
import Streams
import TestSupport
import Testing

/// Tests that compare subjects with a list of elements and a list of observers. The calls are
/// random.
@Suite(.countsResources) struct SubjectModelTests {
  enum Kind: CaseIterable { case publish, behavior, replay, async }

  private final class Observer {
    var found: [String] = []
    var expected: [String] = []
    var isLive = true
    var subscription: (any Disposable)?
  }

  @Test(arguments: Kind.allCases)
  func behavesLikeItsModel(kind: Kind) {
    for seed in (0..<200).map({ UInt64($0) }) + [UInt64.random(in: 1000...UInt64.max)] {
      if let difference = difference(kind, seed) {
        Issue.record("\(kind), seed \(seed): \(difference)")
        return
      }
    }
  }

  private func difference(_ kind: Kind, _ seed: UInt64) -> String? {
    var generator = SeededGenerator(seed: seed)
    let census = ProbeCensus()
    let observers = (0..<80).map { _ in Observer() }
    let objectsBefore = Int(Resources.total)
    // The percentage of calls that remove an observer.
    let leaving = Int.random(in: 20...50, using: &generator)
    var history: [String] = []
    let subject = make(kind, census)
    var remembered = kind == .behavior ? [0] : []
    var end: String?
    var subscribed = 0
    for number in 1...Int.random(in: 1...120, using: &generator) {
      let live = observers.prefix(subscribed).filter(\.isLive)
      switch Int.random(in: 0...99, using: &generator) {
      case 0, 1:
        let text = Bool.random(using: &generator) ? "completed" : "failed"
        history.append(text)
        if text == "failed" { subject.onError(ScriptedError()) } else { subject.onCompleted() }
        guard end == nil else { break }
        end = text
        for observer in live {
          if kind == .async && text == "completed" {
            observer.expected += remembered.map(String.init)
          }
          observer.expected.append(text)
          observer.isLive = false
        }
        if kind == .async && text == "failed" { remembered = [] }
      case 2:
        history.append("dispose")
        subject.cancel()
        end = "failed"
        remembered = []
        for observer in live { observer.isLive = false }
      case 3...40 where subscribed < observers.count:
        history.append("subscribe")
        let observer = observers[subscribed]
        subscribed += 1
        let replays =
          kind == .replay || (kind == .behavior && end == nil)
          || (kind == .async && end == "completed")
        if replays { observer.expected += remembered.map(String.init) }
        if let end {
          observer.expected.append(end)
          observer.isLive = false
        }
        observer.subscription = subject.observable.subscribe(
          onNext: { [unowned observer] in observer.found.append("\($0.number)") },
          onError: { [unowned observer] _ in observer.found.append("failed") },
          onCompleted: { [unowned observer] in observer.found.append("completed") })
      case 95...96:
        history.append("come and go")
        // This is more than the number of empty slots that a subject may keep.
        for _ in 0..<20 { subject.observable.subscribe(onError: { _ in }).dispose() }
      case 41...(40 + leaving):
        guard let leaver = live.randomElement(using: &generator) else { continue }
        history.append("unsubscribe")
        leaver.subscription?.dispose()
        leaver.isLive = false
      default:
        history.append("next \(number)")
        subject.onNext(Probe(number, census))
        guard end == nil else { break }
        remembered = kind == .replay ? remembered.suffix(2) + [number] : [number]
        if kind == .publish { remembered = [] }
        if kind != .async { for observer in live { observer.expected.append("\(number)") } }
      }
      for (index, observer) in observers.prefix(subscribed).enumerated()
      where observer.found != observer.expected {
        return "\(history): observer \(index) received \(observer.found), not \(observer.expected)"
      }
      // A behavior subject keeps its last element after an end, because `value()` returns it after
      // a completion.
      let extra = census.living.subtracting(remembered)
      if !extra.isEmpty { return "\(history): retains \(extra.sorted())" }
      // A subscription that has ended must not be retained. Slots of observers that left are
      // removed when there are more such slots than observers.
      let ended = observers.prefix(subscribed).filter { !$0.isLive }
      for observer in ended { observer.subscription = nil }
      let objects = Int(Resources.total) - objectsBefore
      if objects > 8 + 5 * (subscribed - ended.count) {
        return "\(history): \(objects) objects for \(subscribed - ended.count) observers"
      }
    }
    return nil
  }

  private struct Subject {
    var observable: Observable<Probe>
    var on: (Event<Probe>) -> Void
    var cancel: () -> Void
    func onNext(_ probe: Probe) { on(.next(probe)) }
    func onError(_ error: any Error) { on(.error(error)) }
    func onCompleted() { on(.completed) }
  }

  private func make(_ kind: Kind, _ census: ProbeCensus) -> Subject {
    switch kind {
    case .publish: wrap(PublishSubject<Probe>())
    case .behavior: wrap(BehaviorSubject(value: Probe(0, census)))
    case .replay: wrap(ReplaySubject<Probe>.create(bufferSize: 3))
    case .async: wrap(AsyncSubject<Probe>())
    }
  }

  private func wrap<Source: ObservableType & ObserverType & Cancelable>(
    _ subject: Source
  ) -> Subject where Source.Element == Probe {
    Subject(
      observable: subject.asObservable(), on: { subject.on($0) }, cancel: { subject.dispose() })
  }
}
