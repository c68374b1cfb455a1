import Streams
import TestSupport
import Testing

@Suite(.countsResources) struct AsyncSubjectTests {
  @Test func elementIsReleasedByAFailure() {
    let subject = AsyncSubject<Canary>()
    let probe = send(to: subject)
    #expect(probe.canary != nil)
    subject.onError(TestError())
    #expect(probe.canary == nil)
    #expect(subject.map { _ in 0 }.events() == ["error(test)"])
  }

  @Test func elementIsKeptAfterACompletionUntilDisposal() {
    let subject = AsyncSubject<Canary>()
    let probe = send(to: subject)
    subject.onCompleted()
    #expect(subject.map { _ in 0 }.events() == ["next(0)", "completed"])
    #expect(probe.canary != nil)
    subject.dispose()
    #expect(probe.canary == nil)
  }

  /// The subject must not hold its lock when it releases the element.
  @Test(.timeLimit(.minutes(30))) func elementMayCallTheSubjectInItsDeinit() {
    let subject = AsyncSubject<Canary>()
    var states: [Bool] = []
    subject.onNext(Canary { states.append(subject.hasObservers) })
    subject.onError(TestError())
    #expect(states == [false])
  }

  @inline(never)
  private func send(to subject: AsyncSubject<Canary>) -> WeakCanary {
    let element = Canary()
    subject.onNext(element)
    return WeakCanary(element)
  }
}
