import Streams

extension Behavior {
  static let subjects = [
    Behavior("PublishSubject", "events") { check in
      let subject = PublishSubject<Int>()
      let first = subject.log(check, "a")
      subject.onNext(1)
      let second = subject.log(check, "b")
      subject.onNext(2)
      first.dispose()
      subject.onNext(3)
      subject.onCompleted()
      subject.onNext(4)
      subject.onCompleted()
      check.expect(!subject.hasObservers, "observers are still subscribed after the end")
      subject.log(check, "c").dispose()
      second.dispose()
      check.expectLog("a1 a2 b2 adisposed b3 bcompleted bdisposed ccompleted cdisposed")
    },
    Behavior("PublishSubject", "failure and disposal") { check in
      let subject = PublishSubject<Int>()
      let first = subject.log(check, "a")
      subject.onError(CellError())
      subject.log(check, "b").dispose()
      subject.dispose()
      check.expect(subject.isDisposed, "the subject is not disposed")
      subject.log(check, "c").dispose()
      first.dispose()
      check.expectLog("aerror adisposed berror bdisposed cerror cdisposed")
    },
    Behavior("PublishSubject", "disposed with observers") { check in
      let subject = PublishSubject<Token>()
      let held = check.census.make()
      var received = 0
      let subscription = subject.subscribe(onNext: { [held] _ in
        withExtendedLifetime(held) { received += 1 }
      })
      subject.dispose()
      subject.onNext(check.census.make())
      check.expect(received, is: 0, "elements after disposal")
      check.expect(!subject.hasObservers, "observers are still subscribed after disposal")
      subscription.dispose()
    },
    Behavior("PublishSubject", "disposed while sending") { check in
      let subject = PublishSubject<Int>()
      let first = subject.subscribe(onNext: { [unowned subject] in
        check.log.append("a\($0)")
        subject.dispose()
      })
      let second = subject.log(check, "b")
      subject.onNext(1)
      check.expectLog("a1")
      first.dispose()
      second.dispose()
      check.log = []
    },
    Behavior("PublishSubject", "sending to itself") { check in
      let subject = PublishSubject<Int>()
      let first = subject.subscribe(onNext: { [unowned subject] in
        check.log.append("a\($0)")
        if $0 < 3 { subject.onNext($0 + 1) }
        if $0 == 2 { subject.onCompleted() }
      })
      let second = subject.log(check, "b")
      subject.onNext(1)
      check.expectLog("a1 b1 a2 b2 a3 b3 bcompleted bdisposed")
      first.dispose()
      second.dispose()
    },
    Behavior("ObserverBag", "with observers that subscribe and unsubscribe") { check in
      for count in [1, 2, 3, 8, 9, 20, 40] {
        let subject = PublishSubject<Int>()
        var received: [Int] = []
        let subscriptions = (0..<count).map { number in
          subject.subscribe(onNext: { _ in received.append(number) })
        }
        subject.onNext(1)
        check.expect(received, is: Array(0..<count), "the order of delivery")
        // Removes every second observer, then most of the others. Afterwards, one observer is
        // added.
        for number in stride(from: 0, to: count, by: 2) { subscriptions[number].dispose() }
        received = []
        subject.onNext(2)
        check.expect(
          received, is: Array(stride(from: 1, to: count, by: 2)),
          "the order of delivery after some observers unsubscribed")
        for number in 0..<(count * 3 / 4) { subscriptions[number].dispose() }
        received = []
        let late = subject.subscribe(onNext: { _ in received.append(99) })
        subject.onNext(3)
        let rest = Array((count * 3 / 4)..<count).filter { $0 % 2 == 1 }
        check.expect(
          received, is: rest + [99], "the order of delivery after most observers unsubscribed")
        check.expect(subject.hasObservers, "no observer is subscribed")
        for subscription in subscriptions { subscription.dispose() }
        late.dispose()
        check.expect(!subject.hasObservers, "an observer is still subscribed")
      }
    },
    Behavior("ObserverBag", "releases observers that unsubscribed") { check in
      let subject = PublishSubject<Int>()
      let stays = subject.subscribe(onNext: { _ in })
      var subscriptions: [any Disposable] = []
      for _ in 0..<100 {
        let held = check.census.make()
        let subscription = subject.subscribe(onNext: { _ in withExtendedLifetime(held) {} })
        subscription.dispose()
        subscriptions.append(subscription)
      }
      check.expect(check.census.living, is: 0, "retained values of observers that unsubscribed")
      let before = Resources.total
      for _ in 0..<100 { subject.subscribe(onNext: { _ in }).dispose() }
      check.expect(
        Resources.total - before < 8, "slots of observers that unsubscribed are still retained")
      stays.dispose()
    },
    Behavior("BehaviorSubject", "value") { check in
      let subject = BehaviorSubject(value: check.census.make())
      check.expect(check.census.living, is: 1, "retained values")
      for _ in 0..<5 { subject.onNext(check.census.make()) }
      check.expect(check.census.living, is: 1, "retained values")
      check.expect((try? subject.value().number) ?? -1, is: 6, "the latest value")
      subject.dispose()
      check.expect(check.census.living, is: 0, "values retained after disposal")
      check.expect((try? subject.value()) == nil, "the subject has a value after disposal")
    },
    Behavior("BehaviorSubject", "events") { check in
      let subject = BehaviorSubject(value: 0)
      let first = subject.log(check, "a")
      subject.onNext(1)
      let second = subject.log(check, "b")
      subject.onNext(2)
      subject.onError(CellError())
      check.expect((try? subject.value()) == nil, "the subject has a value after a failure")
      subject.log(check, "c").dispose()
      first.dispose()
      second.dispose()
      check.expectLog(
        "a0 a1 b1 a2 b2 aerror adisposed berror bdisposed cerror cdisposed")
    },
    Behavior("ReplaySubject", "bound") { check in
      for size in [0, 1, 2, 5] {
        let subject = ReplaySubject<Token>.create(bufferSize: size)
        for _ in 0..<20 { subject.onNext(check.census.make()) }
        check.expect(check.census.living, is: size, "retained values of \(size)")
        var received = 0
        subject.subscribe(onNext: { _ in received += 1 }).dispose()
        check.expect(received, is: size, "values replayed")
        subject.onCompleted()
        received = 0
        subject.subscribe(onNext: { _ in received += 1 }).dispose()
        check.expect(received, is: size, "values replayed after the end")
        subject.dispose()
        check.expect(check.census.living, is: 0, "values retained after disposal")
      }
    },
    Behavior("ReplaySubject", "events") { check in
      let subject = ReplaySubject<Int>.create(bufferSize: 2)
      for number in 1...4 { subject.onNext(number) }
      let first = subject.log(check, "a")
      subject.onNext(5)
      subject.onCompleted()
      subject.log(check, "b").dispose()
      first.dispose()
      check.expectLog("a3 a4 a5 acompleted adisposed b4 b5 bcompleted bdisposed")
    },
    Behavior("ReplaySubject", "sending while replaying") { check in
      for end in [false, true] {
        let subject = ReplaySubject<Int>.createUnbounded()
        subject.onNext(1)
        subject.onNext(2)
        let subscription = subject.subscribe(
          onNext: { [unowned subject] in
            check.log.append("\($0)")
            if $0 == 1 { subject.onNext(3) }
            if $0 == 1, end { subject.onCompleted() }
            if $0 == 2, end { subject.onError(CellError()) }
          }, onError: { _ in check.log.append("error") },
          onCompleted: { check.log.append("completed") })
        subject.onNext(4)
        check.expectLog(end ? "1 2 3 completed" : "1 2 3 4")
        subscription.dispose()
      }
      let failing = ReplaySubject<Int>.createUnbounded()
      failing.onNext(1)
      let subscription = failing.subscribe(
        onNext: { [unowned failing] _ in failing.onError(CellError()) },
        onError: { _ in check.log.append("error") })
      check.expectLog("error")
      subscription.dispose()
    },
    Behavior("AsyncSubject", "last value") { check in
      let subject = AsyncSubject<Token>()
      for _ in 0..<5 { subject.onNext(check.census.make()) }
      check.expect(check.census.living, is: 1, "retained values")
      var received: [Int] = []
      let first = subject.subscribe(onNext: { received.append($0.number) })
      check.expect(received, is: [], "values before the end")
      subject.onCompleted()
      subject.subscribe(onNext: { received.append($0.number) }).dispose()
      check.expect(received, is: [5, 5], "values")
      first.dispose()
      subject.dispose()
      check.expect(check.census.living, is: 0, "values retained after disposal")
      let failing = AsyncSubject<Int>()
      failing.onNext(1)
      failing.onError(CellError())
      failing.log(check).dispose()
      check.expectLog("error disposed")
    },
    Behavior("Relays", "values") { check in
      let behavior = BehaviorRelay(value: check.census.make())
      for _ in 0..<3 { behavior.accept(check.census.make()) }
      check.expect(behavior.value.number, is: 4, "the relay's value")
      let replay = ReplayRelay<Token>.create(bufferSize: 1)
      for _ in 0..<3 { replay.accept(check.census.make()) }
      check.expect(check.census.living, is: 2, "values that the relays retain")
    },
  ]
}
