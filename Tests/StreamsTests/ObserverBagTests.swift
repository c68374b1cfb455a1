import TestSupport
import Testing

@testable import Streams

@Suite(.countsResources) struct ObserverBagTests {
  private final class Owner: SubscriptionOwner {
    let isFinished = false
    func unsubscribe(_ subscription: SubjectSubscription) {}
  }

  private typealias Entry = (observer: ObserverBase<Int>, subscription: SubjectSubscription)

  /// Compares a bag with an array. Insertions, replacements and removals are random, with a fixed
  /// seed. Some subscriptions are disposed before their observers are removed. The disposal must
  /// not move the observers.
  @Test(arguments: [1, 2, 9, 100] as [Int])
  func behavesLikeAnArray(size: Int) {
    var random = SeededGenerator(seed: size)
    let owner = Owner()
    var bag = ObserverBag()
    var model: [Entry] = []
    for _ in 0..<3_000 {
      if model.count < size, Int.random(in: 0..<3, using: &random) > 0 || model.isEmpty {
        let entry = (EventObserver<Int> { _ in }, SubjectSubscription(subject: owner))
        bag.insert(entry.0, entry.1)
        model.append(entry)
      } else {
        let index = Int.random(in: 0..<model.count, using: &random)
        if Bool.random(using: &random) {
          let observer = EventObserver<Int> { _ in }
          let old = bag.replaceObserver(of: model[index].subscription, with: observer)
          #expect(old === model[index].observer)
          model[index].observer = observer
        }
        let removed = model.remove(at: index)
        if Bool.random(using: &random) { removed.subscription.markDisposed() }
        #expect(bag.removeObserver(of: removed.subscription) === removed.observer)
        #expect(bag.removeObserver(of: removed.subscription) == nil)
        #expect(bag.replaceObserver(of: removed.subscription, with: removed.observer) == nil)
      }
      #expect(bag.count == model.count)
      #expect(bag.isEmpty == model.isEmpty)
    }
    expect(bag, holds: model)
  }

  @Test func disposedSubscriptionIsSkipped() {
    let owner = Owner()
    var bag = ObserverBag()
    let entries = (0..<3).map { _ in
      (observer: EventObserver<Int> { _ in }, subscription: SubjectSubscription(subject: owner))
    }
    for entry in entries { bag.insert(entry.observer, entry.subscription) }
    entries[1].subscription.dispose()
    #expect(entries.map(\.subscription.isDisposed) == [false, true, false])
    #expect(entries.map(\.subscription.index) == [0, 1, 2])
    expect(bag, holds: [entries[0], entries[2]])
  }

  /// The subscription of a removed observer must not find an observer that reuses the same index.
  @Test func removingATakenObserverKeepsANewOneAtItsIndex() {
    let owner = Owner()
    var bag = ObserverBag()
    let (first, second) = (SubjectSubscription(subject: owner), SubjectSubscription(subject: owner))
    let observer = EventObserver<Int> { _ in }
    bag.insert(observer, first)
    let taken = bag.takeAll()
    bag.insert(observer, second)
    #expect(bag.removeObserver(of: first) == nil)
    #expect((taken.count, bag.count) == (1, 1))
  }

  private func expect(_ bag: ObserverBag, holds model: [Entry]) {
    var held: [ObjectIdentifier] = []
    bag.forEach(of: Int.self) { held.append(ObjectIdentifier($0)) }
    #expect(held == model.map { ObjectIdentifier($0.observer) })
  }
}
