import TestSupport
import Testing

@testable import Streams

@Suite(.countsResources) struct ReplaySubjectTests {
  @Test(arguments: [0, 1, 2, 3, 7], [0, 1, 2, 3, 4, 7, 8, 23])
  func lateSubscriberReceivesTheLastElementsInOrder(limit: Int, sent: Int) {
    let subject = ReplaySubject<Int>.create(bufferSize: limit)
    for element in 0..<sent { subject.onNext(element) }
    #expect(elements(of: subject) == Array((0..<sent).suffix(limit)))
    subject.onCompleted()
    #expect(elements(of: subject) == Array((0..<sent).suffix(limit)))
  }

  @Test func unboundedSubjectReplaysEveryElement() {
    let subject = ReplaySubject<Int>.createUnbounded()
    for element in 0..<1000 { subject.onNext(element) }
    #expect(elements(of: subject) == Array(0..<1000))
  }

  @Test func releasesDroppedElementsAndAllElementsOnDispose() {
    let subject = ReplaySubject<Canary>.create(bufferSize: 2)
    var probes: [WeakCanary] = []
    for _ in 0..<5 {
      let element = Canary()
      probes.append(WeakCanary(element))
      subject.onNext(element)
    }
    #expect(probes.map { $0.canary != nil } == [false, false, false, true, true])
    subject.dispose()
    #expect(probes.allSatisfy { $0.canary == nil })
  }

  /// The subject must not hold its lock when it releases elements. Otherwise, a deinitializer that
  /// reads the subject's state would cause a deadlock.
  @Test(.timeLimit(.minutes(30))) func elementMayCallTheSubjectInItsDeinit() {
    let subject = ReplaySubject<Canary>.create(bufferSize: 1)
    var states: [Bool] = []
    for _ in 0..<3 { subject.onNext(Canary { states.append(subject.hasObservers) }) }
    subject.dispose()
    #expect(states == [false, false, false])
  }

  @Test func snapshotDoesNotChangeWhenTheBufferWraps() {
    var buffer = ReplayBuffer<Int>(limit: 3)
    for element in 0..<3 { append(element, to: &buffer) }
    let before = buffer.all
    for element in 3..<5 { append(element, to: &buffer) }
    #expect(before == [0, 1, 2])
    #expect(buffer.all == [2, 3, 4])
    #expect(buffer.removeAll().sorted() == [2, 3, 4])
    append(9, to: &buffer)
    #expect(buffer.all == [9])
  }

  private func append(_ element: Int, to buffer: inout ReplayBuffer<Int>) {
    var element = element
    buffer.append(&element)
  }

  private func elements<Element>(of subject: ReplaySubject<Element>) -> [Element] {
    var received: [Element] = []
    subject.subscribe(onNext: { received.append($0) }).dispose()
    return received
  }
}
