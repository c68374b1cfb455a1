import ResourceRegistry
import Streams
import TestSupport
import Testing

/// Tests of sequences whose observers share a subscription. They are compared with a model of their
/// connections. The calls are random.
@Suite(.countsResources) struct ConnectableModelTests {
  private static let observerLimit = 60

  @Test(arguments: ConnectableModel.Kind.allCases)
  func behavesLikeItsModel(kind: ConnectableModel.Kind) {
    for seed in (0..<200).map({ UInt64($0) }) + [UInt64.random(in: 1000...UInt64.max)] {
      if let difference = difference(kind, seed) {
        Issue.record("\(kind), seed \(seed): \(difference)")
        return
      }
    }
  }

  private func difference(_ kind: ConnectableModel.Kind, _ seed: UInt64) -> String? {
    var generator = SeededGenerator(seed: seed)
    let census = ProbeCensus()
    let model = ConnectableModel(kind)
    let real = RealConnectable(kind)
    var history: [String] = []
    // The percentage of calls that remove an observer. If it is high, connections end often.
    let leaving = Int.random(in: 20...45, using: &generator)
    for number in 1...Int.random(in: 1...120, using: &generator) {
      switch Int.random(in: 0...99, using: &generator) {
      case 0...3:
        let failed = Bool.random(using: &generator)
        history.append(failed ? "source fails" : "source completes")
        model.sourceEnds(failed ? "failed" : "completed")
        real.send(failed ? .error(ScriptedError()) : .completed)
      case 4...7 where !kind.countsObservers:
        history.append("connect")
        model.connect()
        real.connect()
      case 8...10 where !kind.countsObservers:
        history.append("disconnect")
        model.disconnect()
        real.disconnect()
      case 11...40 where model.observers.count < Self.observerLimit:
        // Some observers dispose their subscription in the handler of their first element.
        let leaves = Int.random(in: 0...5, using: &generator) == 0
        history.append(leaves ? "subscribe once" : "subscribe")
        model.subscribe(leavesAtFirst: leaves)
        real.subscribe(leavesAtFirst: leaves)
      case 41...(40 + leaving):
        let live = model.observers.indices.filter { model.observers[$0].isLive }
        guard let index = live.randomElement(using: &generator) else { continue }
        history.append("unsubscribe \(index)")
        model.unsubscribe(index)
        real.unsubscribe(index)
      default:
        history.append("next \(number)")
        model.sourceSends(number)
        real.send(.next(Probe(number, census)))
      }
      if let difference = difference(model, real, census) { return "\(history): \(difference)" }
    }
    return nil
  }

  private func difference(
    _ model: ConnectableModel, _ real: RealConnectable, _ census: ProbeCensus
  ) -> String? {
    for (index, observer) in model.observers.enumerated()
    where observer.received != real.observers[index].received {
      return "observer \(index) received \(real.observers[index].received), "
        + "not \(observer.received)"
    }
    if model.subscriptions != real.subscriptions {
      return "\(real.subscriptions) subscriptions to the source, not \(model.subscriptions)"
    }
    if model.isConnected != real.isSubscribed {
      return "the source is \(real.isSubscribed ? "" : "not ")subscribed to"
    }
    let extra = census.living.subtracting(model.remembered)
    if !extra.isEmpty { return "retains \(extra.sorted())" }
    for (index, observer) in model.observers.enumerated() where !observer.isLive {
      real.release(index)
    }
    let live = model.observers.count(where: \.isLive)
    let objects = Int(Resources.total) - real.objectsBefore
    // At most 24 objects are needed for the sequence and its connection, and 12 for each observer.
    // Slots of observers that left are removed when there are more such slots than observers.
    let bound = 24 + 12 * live
    return objects > bound ? "\(objects) objects for \(live) observers" : nil
  }
}
