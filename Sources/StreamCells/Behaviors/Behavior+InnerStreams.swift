import Streams

extension Behavior {
  /// Streams whose inner streams fail, wait or end.
  static let innerStreams = [
    Behavior("inner streams", "that fail") { check in
      let (never, fails) = (Observable<Int>.never(), Observable<Int>.error(CellError()))
      let one = Observable.just(1).concat(never)
      check.events(one.flatMap { _ in fails }, "x")
      check.events(one.flatMapLatest { _ in fails }, "x")
      check.events(one.flatMapFirst { _ in fails }, "x")
      check.events(one.concatMap { _ in fails }, "x")
      check.events(one.map { _ in fails }.switchLatest(), "x")
      check.events(one.map { _ in fails }.merge(maxConcurrent: 1), "x")
      check.events(.merge(never, fails), "x")
      check.events(.concat(.empty(), fails), "x")
      check.events(never.amb(fails), "x")
      check.events(fails.amb(never), "x")
      check.events(.combineLatest(never, fails) { $0 + $1 }, "x")
      check.events(.zip(never, fails) { $0 + $1 }, "x")
      check.events(never.withLatestFrom(fails), "x")
      check.events(never.take(until: fails), "x")
      check.events(never.skip(until: fails), "x")
      check.events(never.sample(fails), "x")
      check.events(fails.sample(never), "x")
      check.events(Observable.empty().ifEmpty(switchTo: fails), "x")
      check.events(fails.ifEmpty(default: 1), "x")
      check.events(fails.ifEmpty(switchTo: one), "x")
      check.events(.catch(sequence: [fails, fails]), "x")
      check.events(fails.catch { _ in fails }, "x")
      check.events(fails.retry(3), "x")
      check.events(fails.takeLast(1), "x")
      check.events(fails.toArray().asObservable().map { $0[0] }, "x")
      check.events(fails.retry(when: { $0.flatMap { Observable<Int>.error($0) } }), "x")
      check.events(fails.retry(when: { $0.take(0) }), "completed")
      check.events(fails.retry(when: { $0.take(2) }), "completed")
      check.events(fails.retry(when: { _ in fails }), "x")
      check.events(fails.retry(when: { _ in Observable<Int>.empty() }), "completed")
      check.events(
        Observable.just(5).concat(fails).retry(when: { $0.enumerated().take(2) }),
        "5 5 completed")
      check.events(fails.materialize().dematerialize(), "x")
    },
    Behavior("retry(when:)", "with a trigger that sends superfluous elements") { check in
      var attempts: [PublishSubject<Int>] = []
      let source = Observable<Int>.deferred {
        attempts.append(PublishSubject())
        return attempts.count == 1 ? .error(CellError()) : attempts[attempts.count - 1]
      }
      let trigger = PublishSubject<Int>()
      let subscription = source.retry(when: { (errors: Observable<any Error>) in
        Observable<Int>.create { observer in
          let signals = trigger.subscribe(observer)
          let failures = errors.subscribe(onNext: { _ in
            observer.onNext(1)
            observer.onNext(2)
          })
          return Disposables.create(signals, failures)
        }
      }).log(check)
      check.expect(attempts.count, is: 2, "attempts after two elements at once")
      trigger.onNext(3)
      trigger.onCompleted()
      attempts[1].onNext(5)
      check.expect(attempts.count, is: 2, "attempts after an element during an attempt")
      attempts[1].onError(CellError())
      check.expect(attempts.count, is: 2, "attempts after the trigger's end")
      check.expectLog("5 completed disposed")
      subscription.dispose()
    },
    Behavior("merge(maxConcurrent:)", "subscribes to waiting streams in order") { check in
      let feeds = (0..<5).map { _ in PublishSubject<Int>() }
      let subscription = Observable.from(feeds.map { $0.asObservable() }).merge(maxConcurrent: 2)
        .log(check)
      func expectObserved(_ numbers: [Int]) {
        check.expect(
          feeds.indices.filter { feeds[$0].hasObservers }, is: numbers,
          "the indices of the subscribed sources")
      }
      expectObserved([0, 1])
      feeds[0].onCompleted()
      expectObserved([1, 2])
      feeds[1].onCompleted()
      expectObserved([2, 3])
      feeds[2].onCompleted()
      expectObserved([3, 4])
      feeds[4].onNext(4)
      feeds[3].onCompleted()
      expectObserved([4])
      feeds[4].onNext(1)
      feeds[4].onCompleted()
      check.expectLog("4 1 completed disposed")
      subscription.dispose()
    },
    Behavior("flatMap", "bounded") { check in
      let source = PublishSubject<Int>()
      let subscription = source.flatMap { Observable.just($0) }.subscribe(onNext: { _ in })
      let mergedSource = PublishSubject<Int>()
      let merged = mergedSource.map { Observable.just($0) }.merge(maxConcurrent: 1)
        .subscribe(onNext: { _ in })
      source.onNext(0)
      mergedSource.onNext(0)
      let before = Resources.total
      for number in 0..<100 {
        source.onNext(number)
        mergedSource.onNext(number)
      }
      check.expect(Resources.total - before < 8, "inner streams that ended are still retained")
      subscription.dispose()
      merged.dispose()
    },
    Behavior("flatMapLatest", "switches") { check in
      let (source, first, second) = (
        PublishSubject<Int>(), PublishSubject<Int>(), PublishSubject<Int>()
      )
      let subscription = source.flatMapLatest { $0 == 1 ? first : second }.log(check)
      source.onNext(1)
      first.onNext(10)
      source.onNext(2)
      check.expect(!first.hasObservers, "the previous inner stream is still subscribed to")
      first.onNext(11)
      second.onNext(20)
      source.onCompleted()
      second.onNext(21)
      second.onCompleted()
      check.expectLog("10 20 21 completed disposed")
      subscription.dispose()
    },
    Behavior("flatMapLatest", "of streams that end late") { check in
      // When an inner stream completes, its handler starts the next inner stream. Only after that
      // does the completion reach `flatMapLatest`.
      let source = PublishSubject<Int>()
      let inner = (0..<3).map { _ in PublishSubject<Int>() }
      let subscription = source.flatMapLatest { number -> Observable<Int> in
        inner[number].do(onCompleted: { if number < 2 { source.onNext(number + 1) } })
      }.log(check)
      source.onNext(0)
      inner[0].onCompleted()
      source.onCompleted()
      inner[1].onNext(1)
      inner[1].onCompleted()
      check.expect(
        !inner[0].hasObservers && !inner[1].hasObservers,
        "an inner stream that ended is still subscribed to")
      check.expectLog("1 completed disposed")
      subscription.dispose()
    },
    Behavior("flatMapFirst", "ignores while busy") { check in
      let (source, inner) = (PublishSubject<Int>(), PublishSubject<Int>())
      var made = 0
      let subscription = source.flatMapFirst { _ -> Observable<Int> in
        made += 1
        return inner.take(1)
      }.log(check)
      source.onNext(1)
      source.onNext(2)
      inner.onNext(5)
      source.onNext(3)
      check.expect(made, is: 2, "inner streams")
      source.onCompleted()
      inner.onNext(6)
      check.expectLog("5 6 completed disposed")
      subscription.dispose()
    },
    Behavior("sources", "disposed at the end") { check in
      // These streams end by themselves while one of their sources continues.
      func make(_ make: (Observable<Int>, Observable<Int>) -> Observable<Int>, _ name: String) {
        let feeds = [PublishSubject<Int>(), PublishSubject<Int>()]
        let stream = make(feeds[0], feeds[1])
        var observed = true
        let subscription = stream.subscribe(
          onError: { _ in }, onCompleted: {},
          onDisposed: { observed = feeds.contains(where: \.hasObservers) })
        for number in 1...4 {
          feeds[0].onNext(number)
          feeds[1].onNext(number)
        }
        check.expect(
          !feeds.contains(where: \.hasObservers), "a source of \(name) is still subscribed to")
        _ = observed
        subscription.dispose()
      }
      make({ first, _ in first.take(2) }, "take")
      make({ first, _ in first.take(while: { $0 < 2 }) }, "take(while:)")
      make({ first, second in first.take(until: second.skip(1)) }, "take(until:)")
      make({ first, _ in first.element(at: 1) }, "element(at:)")
      make({ first, _ in first.single() }, "single")
      make({ first, second in first.amb(second).take(1) }, "amb")
      make({ first, second in .combineLatest(first, second) { $0 + $1 }.take(2) }, "combineLatest")
      make({ first, second in first.flatMap { _ in second }.take(2) }, "flatMap")
      make({ first, second in first.flatMapLatest { _ in second }.take(2) }, "flatMapLatest")
      make({ first, second in first.sample(second).take(2) }, "sample")
      make({ first, second in first.withLatestFrom(second).take(2) }, "withLatestFrom")
      make({ first, second in first.skip(until: second).take(2) }, "skip(until:)")
      make({ first, second in first.take(1).concat(second.take(1)) }, "concat")
      make({ first, _ in first.groupBy { $0 }.take(2).flatMap { $0 }.take(2) }, "groupBy")
      make({ first, _ in first.asObservable().share().take(2) }, "share")
      make({ first, _ in first.share(replay: 1).take(2) }, "share(replay:)")
    },
    Behavior("amb", "disposes the others immediately") { check in
      let feeds = (0..<3).map { _ in PublishSubject<Int>() }
      let subscription = Observable.amb(feeds.map { $0.asObservable() }).log(check)
      feeds[1].onNext(1)
      check.expect(
        feeds.map(\.hasObservers), is: [false, true, false], "which sources have observers")
      feeds[0].onNext(2)
      feeds[1].onNext(3)
      feeds[1].onCompleted()
      check.expectLog("1 3 completed disposed")
      subscription.dispose()
    },
    Behavior("triggers", "are released after they have fired") { check in
      let (source, trigger) = (PublishSubject<Int>(), PublishSubject<Int>())
      let skipping = source.skip(until: trigger).log(check, "a")
      trigger.onNext(1)
      check.expect(!trigger.hasObservers, "the trigger of skip(until:) is still subscribed to")
      source.onNext(1)
      let taking = source.take(until: trigger).log(check, "b")
      trigger.onNext(1)
      check.expect(!trigger.hasObservers, "the trigger of take(until:) is still subscribed to")
      let sampling = source.sample(trigger).log(check, "c")
      source.onNext(2)
      source.onCompleted()
      check.expect(!source.hasObservers, "a source that ended is still subscribed to")
      trigger.onNext(1)
      check.expectLog("a1 bcompleted bdisposed a2 acompleted adisposed c2 ccompleted cdisposed")
      check.expect(!trigger.hasObservers, "the trigger of sample is still subscribed to")
      for subscription in [skipping, taking, sampling] { subscription.dispose() }
    },
    Behavior("groupBy", "whose source or groups end") { check in
      for ending in [Event<Int>.completed, .error(CellError())] {
        var disposals = 0
        let probe = check.probe()
        let subject = PublishSubject<Int>()
        let source = Observable<Int>.create { observer in
          let subscription = subject.subscribe(observer)
          return Disposables.create {
            disposals += 1
            subscription.dispose()
            probe.dispose()
          }
        }
        var groups: [GroupedObservable<Int, Int>] = []
        let subscription = source.groupBy { $0 }.subscribe(
          onNext: { groups.append($0) }, onError: { _ in })
        subject.onNext(1)
        let inner = groups[0].subscribe(onNext: { _ in }, onError: { _ in })
        subject.onNext(2)
        subject.on(ending)
        check.expect(disposals, is: 1, "disposals of the source")
        check.expect(probe.disposals, is: 1, "disposals")
        inner.dispose()
        subscription.dispose()
      }
    },
  ]
}
