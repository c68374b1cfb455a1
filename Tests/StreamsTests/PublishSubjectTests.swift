import ResourceRegistry
import Streams
import TestSupport
import Testing

@Suite(.countsResources) struct PublishSubjectTests {
  @Test func sendsOnlyEventsAfterTheSubscription() {
    let recorder = Recorder()
    let subject = PublishSubject<Int>()
    subject.onNext(1)
    let first = subject.subscribe(onNext: { recorder.note("A→\($0)") })
    subject.onNext(2)
    let second = subject.subscribe(onNext: { recorder.note("B→\($0)") })
    subject.on(.next(3))
    #expect(recorder.events == ["A→2", "A→3", "B→3"])
    first.dispose()
    second.dispose()
    #expect(!subject.hasObservers)
  }

  @Test func everyObserverGetsTheErrorOnce() {
    let recorder = Recorder()
    let subject = PublishSubject<Int>()
    _ = subject.subscribe { recorder.note("A \($0)") }
    _ = subject.subscribe { recorder.note("B \($0)") }
    subject.onError(TestError())
    subject.onNext(1)
    subject.onCompleted()
    subject.onError(TestError())
    _ = subject.subscribe { recorder.note("C \($0)") }
    #expect(recorder.events == ["A error(test)", "B error(test)", "C error(test)"])
    #expect(!subject.hasObservers)
  }

  @Test func lateSubscribersGetTheCompletion() {
    let subject = PublishSubject<Int>()
    subject.onCompleted()
    #expect(subject.events() == ["completed"])
  }

  @Test func subscribingToADisposedSubjectFails() throws {
    let recorder = Recorder()
    let subject = PublishSubject<Int>()
    _ = subject.subscribe { recorder.observe($0) }
    subject.dispose()
    subject.onNext(1)
    subject.onCompleted()
    #expect(subject.isDisposed)
    #expect(recorder.events == [])
    var namesTheSubject = false
    _ = subject.subscribe(onError: { (error: any Error) in
      if case RxError.disposed(let object) = error { namesTheSubject = object === subject }
    })
    #expect(namesTheSubject)
  }

  @Test(arguments: [1, 2, 3, 31, 32, 200])
  func sendsToObserversThatAreStillSubscribed(count: Int) {
    let mark = Resources.mark()
    do {
      let subject = PublishSubject<Int>()
      let received = Counter()
      var subscriptions = (0..<count).map { _ in
        subject.subscribe(onNext: { _ in received.increment() })
      }
      subject.onNext(1)
      #expect(received.value == count)
      for left in stride(from: count - 1, through: 0, by: -1) {
        subscriptions.remove(at: left / 2).dispose()
        let before = received.value
        subject.onNext(1)
        #expect(received.value == before + left)
      }
      #expect(!subject.hasObservers)
    }
    #expect(Resources.probes(since: mark).map(\.typeName) == [])
  }

  /// A subscription must not retain the subject. After the subject is deallocated, the subscription
  /// must not retain its observer.
  @Test func subscriptionDoesNotRetainTheSubject() {
    let mark = Resources.mark()
    var subject: PublishSubject<Int>? = PublishSubject()
    let subscription = subject?.subscribe(onNext: { _ in })
    weak let watched = subject
    subject = nil
    #expect(watched == nil)
    #expect(
      Resources.probes(since: mark).map(\.typeName).sorted() == [
        "BinaryDisposable", "SubjectSubscription",
      ])
    subscription?.dispose()
  }

  @Test func handlersMaySubscribeUnsubscribeAndSend() {
    let recorder = Recorder()
    let subject = PublishSubject<Int>()
    let inner = SerialDisposable()
    let outer = subject.subscribe(onNext: { element in
      recorder.note("outer \(element)")
      inner.disposable = subject.subscribe(onNext: { recorder.note("inner \($0)") })
      if element == 1 { subject.onNext(2) }
    })
    subject.onNext(1)
    // The inner observer was disposed before it could receive 2.
    #expect(recorder.events == ["outer 1", "outer 2"])
    outer.dispose()
    subject.onNext(3)
    #expect(recorder.events.last == "inner 3")
    inner.dispose()
  }

  @Test func observersAddedConcurrentlyReceiveTheCompletion() {
    let before = Resources.total
    race(
      runs: 3_000, prepare: { (PublishSubject<Int>(), Counter()) },
      { subject, _ in
        for element in 0..<10 { subject.onNext(element) }
        subject.onCompleted()
      },
      { subject, ends in
        for _ in 0..<10 {
          subject.subscribe(onNext: { _ in }).dispose()
          _ = subject.subscribe(onCompleted: { ends.increment() })
        }
      },
      check: { subject, ends in
        if ends.value != 10 { Issue.record("\(ends.value) of 10 completed") }
        if subject.hasObservers { Issue.record("an observer is left") }
      })
    #expect(Resources.total == before)
  }

  @Test func concurrentDisposeAndCompletionDisposeOnce() {
    let before = Resources.total
    race(
      runs: 20_000,
      prepare: {
        let subject = PublishSubject<Int>()
        let disposals = Counter()
        let subscription = subject.subscribe(onDisposed: { disposals.increment() })
        return Shared(subject: subject, subscription: subscription, disposals: disposals)
      },
      { $0.subject.onCompleted() }, { $0.subscription.dispose() },
      check: { shared in
        if shared.disposals.value != 1 { Issue.record("disposed \(shared.disposals.value) times") }
        if shared.subject.hasObservers { Issue.record("an observer is left") }
      })
    #expect(Resources.total == before)
  }

  private struct Shared: @unchecked Sendable {
    let subject: PublishSubject<Int>
    let subscription: any Disposable
    let disposals: Counter
  }
}
