import Streams

extension Behavior {
  /// Objects with several parts of the same kind: the members of a container, the entries of a
  /// queue, the observers of a binding, the handles of a connection. All parts must be treated in
  /// the same way.
  static let members = [
    Behavior("sweeps", "keep each kind of member that is not finished") { check in
      for (name, make) in memberKinds {
        for finished in [0, 33, 70] {
          for inBag in [true, false] {
            let probe = check.probe()
            let (member, use) = make(probe)
            let composite = CompositeDisposable()
            var bag: DisposeBag? = DisposeBag()
            let add: (any Disposable) -> Void = {
              if inBag { bag?.insert($0) } else { composite.insert($0) }
            }
            add(member)
            for _ in 0..<finished { add(BooleanDisposable(isDisposed: true)) }
            use()
            check.expect(probe.disposals, is: 0, "disposals of the member of \(name)")
            bag = nil
            composite.dispose()
            check.expect(
              probe.disposals, is: 1, "disposals by \(name), swept with \(finished) finished")
          }
        }
      }
    },
    Behavior("sweeps", "remove each kind of member that is finished") { check in
      for (name, make) in finishedKinds {
        let composite = CompositeDisposable()
        for _ in 0..<400 {
          let member = make()
          member.dispose()
          composite.insert(member)
        }
        check.expect(composite.count <= 34, "\(composite.count) of 400 \(name) are still retained")
      }
      for (name, make) in endedKinds {
        let composite = CompositeDisposable()
        for _ in 0..<400 { _ = composite.insert(make()) }
        check.expect(composite.count <= 34, "\(composite.count) of 400 \(name) are still retained")
      }
    },
    Behavior("queues", "that are never empty keep no removed entry") { check in
      for (name, waiting, make) in queues {
        let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
        let clock = TestScheduler(initialClock: 0)
        let subscription = make(first, second, clock).subscribe(onNext: { _ in })
        for _ in 0..<waiting { first.onNext(0) }
        expectSteadyHeap(check, name, repetitions: 3_000) {
          first.onNext(1)
          second.onNext(1)
          clock.advanceTo(clock.clock + 1)
        }
        subscription.dispose()
      }
    },
    Behavior("bindings", "to several observers have one subscription") { check in
      for (name, bind) in bindings {
        for count in 1...3 {
          var (subscribed, disposed) = (0, 0)
          let feed = PublishSubject<Int>()
          let source = feed.do(onSubscribe: { subscribed += 1 }, onDispose: { disposed += 1 })
          let binding = bind(source, count)
          check.expect(subscribed, is: 1, "subscriptions by \(name) to \(count)")
          feed.onNext(1)
          binding.dispose()
          check.expect(disposed, is: 1, "subscriptions that \(name) to \(count) disposes")
          check.expect(!feed.hasObservers, "\(name) to \(count) is still subscribed to its source")
        }
      }
    },
    Behavior("connect", "returns handles each of which ends the connection") { check in
      let makers: [(Observable<Int>) -> ConnectableObservable<Int>] = [
        { $0.publish() }, { $0.replay(1) }, { $0.replayAll() },
        { $0.multicast(PublishSubject<Int>()) }, { $0.multicast { AsyncSubject<Int>() } },
      ]
      for (number, make) in makers.enumerated() {
        for chosen in 0..<3 {
          let feed = PublishSubject<Int>()
          let shared = make(feed)
          let observer = shared.subscribe()
          let handles = (0..<3).map { _ in shared.connect() }
          handles[chosen].dispose()
          check.expect(
            !feed.hasObservers,
            "sequence \(number) is still connected after handle \(chosen) was disposed")
          for handle in handles { handle.dispose() }
          let again = shared.connect()
          // The handles of a connection that has ended must not end the next connection.
          for handle in handles { handle.dispose() }
          let other = shared.subscribe()
          check.expect(
            shared.connect() as AnyObject === again as AnyObject,
            "sequence \(number) did not return its connection again")
          again.dispose()
          check.expect(!feed.hasObservers, "sequence \(number) is still connected")
          observer.dispose()
          other.dispose()
        }
      }
    },
    Behavior("connect", "returns handles that retain no element after the end") { check in
      let ends: [(PublishSubject<Token>, any Disposable) -> Void] = [
        { feed, _ in feed.onCompleted() }, { feed, _ in feed.onError(CellError()) },
        { _, handle in handle.dispose() },
      ]
      for (number, end) in ends.enumerated() {
        let feed = PublishSubject<Token>()
        let handle = feed.replay(2).connect()
        for _ in 0..<3 { feed.onNext(check.census.make()) }
        check.expect(check.census.living, is: 2, "elements of a live connection")
        end(feed, handle)
        check.expect(check.census.living, is: 0, "elements that are retained after end \(number)")
        withExtendedLifetime(handle) {}
      }
    },
  ]

  /// Functions with two results: a disposable that is still active, and a closure that makes the
  /// function's argument a member of the disposable.
  private static var memberKinds: [(String, (DisposalProbe) -> (any Disposable, () -> Void))] {
    let over = BooleanDisposable(isDisposed: true)
    return [
      (
        "an empty serial disposable",
        { probe in
          let serial = SerialDisposable()
          return (serial, { serial.disposable = probe })
        }
      ),
      (
        "a serial disposable whose member is finished",
        { probe in
          let serial = SerialDisposable()
          serial.disposable = over
          return (serial, { serial.disposable = probe })
        }
      ),
      (
        "an empty single disposable",
        { probe in
          let single = SingleAssignmentDisposable()
          return (single, { single.setDisposable(probe) })
        }
      ),
      (
        "an empty composite",
        { probe in
          let composite = CompositeDisposable()
          return (composite, { composite.insert(probe) })
        }
      ),
      (
        "a composite whose members are finished",
        { probe in
          let composite = CompositeDisposable(over, over)
          return (composite, { composite.insert(probe) })
        }
      ),
      ("a pair whose first half is finished", { (Disposables.create(over, $0), {}) }),
      ("a pair whose second half is finished", { (Disposables.create($0, over), {}) }),
      ("a triple", { (Disposables.create(over, $0, over), {}) }),
      ("a disposable of the program", { ($0, {}) }),
      ("an action", { probe in (Disposables.create { probe.dispose() }, {}) }),
      (
        "a counted disposable with a user",
        { probe in
          let counted = RefCountDisposable(disposable: probe)
          let user = counted.retain()
          counted.dispose()
          return (user, {})
        }
      ),
      (
        "a counted disposable of which a user was disposed",
        { probe in
          let counted = RefCountDisposable(disposable: probe)
          counted.retain().dispose()
          return (counted, {})
        }
      ),
      (
        "a scheduled disposable",
        {
          (
            ScheduledDisposable(scheduler: CurrentThreadScheduler.instance, disposable: $0), {}
          )
        }
      ),
      (
        "a subscription",
        { probe in (Observable<Int>.create { _ in probe }.subscribe(onDisposed: {}), {}) }
      ),
      (
        "a subscription that merges a finished one",
        { probe in
          (Observable.merge(.empty(), Observable<Int>.create { _ in probe }).subscribe(), {})
        }
      ),
      (
        "a connection",
        { probe in (Observable<Int>.create { _ in probe }.publish().connect(), {}) }
      ),
    ]
  }

  /// Disposables that are finished once they are disposed.
  private static var finishedKinds: [(String, () -> any Disposable)] {
    [
      ("serial disposables", { SerialDisposable() }),
      ("single disposables", { SingleAssignmentDisposable() }),
      ("composites", { CompositeDisposable() }),
      ("pairs", { Disposables.create(BooleanDisposable(), BooleanDisposable()) }),
      ("actions", { Disposables.create {} }),
      ("counted disposables", { RefCountDisposable(disposable: BooleanDisposable()) }),
      ("users", { RefCountDisposable(disposable: BooleanDisposable()).retain() }),
      ("subscriptions", { Observable<Int>.create { _ in Disposables.create() }.subscribe() }),
      ("subscriptions of a subject", { PublishSubject<Int>().subscribe() }),
      ("connections", { Observable<Int>.never().publish().connect() }),
      ("subscriptions of a chain", { Observable<Int>.never().map { $0 }.subscribe { _ in } }),
      ("steps", { TestScheduler(initialClock: 0).schedule(()) { _ in Disposables.create() } }),
      ("recursions", { TestScheduler(initialClock: 0).scheduleRecursive(()) { _, _ in } }),
      (
        "periodic steps",
        {
          TestScheduler(initialClock: 0)
            .schedulePeriodic((), startAfter: .seconds(1), period: .seconds(1)) { $0 }
        }
      ),
      (
        "scheduled disposals",
        {
          ScheduledDisposable(
            scheduler: CurrentThreadScheduler.instance, disposable: Disposables.create())
        }
      ),
    ]
  }

  /// Members that have ended without being disposed.
  private static var endedKinds: [(String, () -> any Disposable)] {
    func subscription<Subject: SubjectType>(
      to subject: Subject
    ) -> any Disposable where Subject.Element == Int {
      let subscription = subject.subscribe { _ in }
      subject.asObserver().onCompleted()
      return subscription
    }
    /// Returns a closure that makes an ended subscription, and that retains its subject.
    func kept<Subject: SubjectType>(
      _ make: @escaping () -> Subject
    ) -> () -> any Disposable where Subject.Element == Int {
      var subjects: [Subject] = []
      return {
        let subject = make()
        subjects.append(subject)
        return subscription(to: subject)
      }
    }
    return [
      ("ended chains", { Observable.just(1).map { $0 }.subscribe { _ in } }),
      (
        "failed chains",
        { Observable<Int>.error(CellError()).map { $0 }.subscribe(onError: { _ in }) }
      ),
      ("subscriptions of a released subject", { PublishSubject<Int>().subscribe { _ in } }),
      ("subscriptions of an ended PublishSubject", { subscription(to: PublishSubject<Int>()) }),
      (
        "subscriptions of an ended BehaviorSubject", { subscription(to: BehaviorSubject(value: 0)) }
      ),
      (
        "subscriptions of an ended ReplaySubject",
        { subscription(to: ReplaySubject<Int>.create(bufferSize: 1)) }
      ),
      ("subscriptions of an ended AsyncSubject", { subscription(to: AsyncSubject<Int>()) }),
      ("subscriptions of ended PublishSubjects in use", kept { PublishSubject<Int>() }),
      ("subscriptions of ended BehaviorSubjects in use", kept { BehaviorSubject(value: 0) }),
      (
        "subscriptions of ended ReplaySubjects in use",
        kept { ReplaySubject<Int>.create(bufferSize: 1) }
      ),
      ("subscriptions of ended AsyncSubjects in use", kept { AsyncSubject<Int>() }),
    ]
  }

  /// Operators with a queue. The number is how many elements the first source must send at the
  /// start, so that the queue does not become empty during the test.
  private static var queues:
    [(
      String, Int, (Observable<Int>, Observable<Int>, TestScheduler) -> Observable<Int>
    )]
  {
    [
      ("takeLast", 3, { first, _, _ in first.takeLast(3) }),
      ("zip", 2, { first, second, _ in .zip(first, second) { $0 + $1 } }),
      ("zip of a collection", 2, { first, second, _ in .zip([first, second]) { $0[0] } }),
      ("delay", 2, { first, _, clock in first.delay(.seconds(5), scheduler: clock) }),
      (
        "merge(maxConcurrent:)", 2,
        { first, second, _ in
          first.map { _ in second.take(1) }.merge(maxConcurrent: 1)
        }
      ),
      ("concatMap", 2, { first, second, _ in first.concatMap { _ in second.take(1) } }),
      ("replay", 3, { first, _, _ in first.share(replay: 3) }),
    ]
  }

  /// Functions that bind a stream to a given number of observers.
  private static var bindings: [(String, (Observable<Int>, Int) -> any Disposable)] {
    let observer = AnyObserver<Int> { _ in }
    let relay = PublishRelay<Int>()
    let behavior = BehaviorRelay(value: 0)
    let replay = ReplayRelay<Int>.create(bufferSize: 1)
    func several<Target>(
      _ target: Target, _ bind: @escaping (Observable<Int>, [Target]) -> any Disposable
    ) -> (Observable<Int>, Int) -> any Disposable {
      { source, count in bind(source, Array(repeating: target, count: count)) }
    }
    return [
      (
        "observers",
        several(observer) { source, all in
          switch all.count {
          case 1: source.bind(to: all[0])
          case 2: source.bind(to: all[0], all[1])
          default: source.bind(to: all[0], all[1], all[2])
          }
        }
      ),
      (
        "publish relays",
        several(relay) { source, all in
          switch all.count {
          case 1: source.bind(to: all[0])
          case 2: source.bind(to: all[0], all[1])
          default: source.bind(to: all[0], all[1], all[2])
          }
        }
      ),
      (
        "behavior relays",
        several(behavior) { source, all in
          switch all.count {
          case 1: source.bind(to: all[0])
          case 2: source.bind(to: all[0], all[1])
          default: source.bind(to: all[0], all[1], all[2])
          }
        }
      ),
      (
        "replay relays",
        several(replay) { source, all in
          switch all.count {
          case 1: source.bind(to: all[0])
          case 2: source.bind(to: all[0], all[1])
          default: source.bind(to: all[0], all[1], all[2])
          }
        }
      ),
    ]
  }
}
