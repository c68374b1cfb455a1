import Dispatch
import Streams

extension Behavior {
  /// Events and disposals that must wait for a scheduler or another stream, even if nothing else is
  /// waiting.
  static let pending = [
    Behavior("subscribe(on:)", "subscribes to its source and disposes it on its scheduler") {
      check in
      for (name, make) in subscribeOnFunctions {
        let feed = PublishSubject<Int>()
        let clock = TestScheduler(initialClock: 0)
        let subscription = make(feed, clock)
        check.expect(!feed.hasObservers, "\(name) subscribed to its source before its step")
        clock.advanceTo(5)
        check.expect(feed.hasObservers, "\(name) did not subscribe to its source")
        subscription.dispose()
        check.expect(feed.hasObservers, "\(name) disposed its source before its step")
        clock.advanceTo(10)
        check.expect(!feed.hasObservers, "\(name) is still subscribed to its source")
      }
    },
    Behavior("subscribe(on:)", "calls the functions of its source on its queue") { check in
      let queue = markedQueue()
      let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "cell")
      let done = DispatchSemaphore(value: 0)
      let source = Observable<Int>.create { _ in
        check.log.append(isOnMarkedQueue ? "subscribed" : "subscribed elsewhere")
        done.signal()
        return Disposables.create {
          check.log.append(isOnMarkedQueue ? "disposed" : "disposed elsewhere")
          done.signal()
        }
      }
      let subscription = source.subscribe(on: scheduler).subscribe()
      check.expect(done.wait(timeout: .now() + 5) == .success, "the source is not subscribed to")
      queue.sync {}
      subscription.dispose()
      check.expect(done.wait(timeout: .now() + 5) == .success, "the source was not disposed")
      queue.sync {}
      check.expectLog("subscribed disposed")
    },
    Behavior("observe(on:)", "sends each event on its queue, even if none is waiting") { check in
      for end in [Event<Int>.completed, .error(CellError())] {
        let queue = markedQueue()
        let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "cell")
        let feed = PublishSubject<Int>()
        let arrived = DispatchSemaphore(value: 0)
        let subscription = feed.observe(on: scheduler).subscribe { event in
          check.log.append(isOnMarkedQueue ? "\(event)" : "\(event) elsewhere")
          arrived.signal()
        }
        for event in [.next(1), end] {
          feed.on(event)
          check.expect(arrived.wait(timeout: .now() + 5) == .success, "\(event) was not sent")
          queue.sync {}
          check.expect(check.log, is: ["\(event)"], "the events")
          check.log = []
        }
        subscription.dispose()
        queue.sync {}
      }
    },
    Behavior("retry(when:)", "waits for a trigger that answers after the failed subscription") {
      check in
      for trigger in triggers {
        for failures in 1...3 {
          check.timeline("", "1@\(10 * failures) |@\(10 * failures)") { _, _, clock in
            failing(failures, .error(CellError())).retry(when: { trigger($0, clock) })
          }
          check.timeline("", "1@\(10 * failures) |@\(10 * failures)") { _, _, clock in
            failing(failures, .error(CellError())).retry(
              when: { (errors: Observable<CellError>) in trigger(errors.map { $0 }, clock) })
          }
          check.timeline("", "1@\(10 * failures) |@\(10 * failures)") { _, _, clock in
            failing(failures, .error(CellError())).asSingle()
              .retry(when: { trigger($0, clock) }).asObservable()
          }
          // Here each attempt fails three seconds after the subscription.
          let time = 13 * failures
          check.timeline("", "1@\(time) |@\(time)") { _, _, clock in
            let late = Observable<Int>.timer(.seconds(3), scheduler: clock)
              .map { _ -> Int in throw CellError() }
            return failing(failures, late).retry(when: { trigger($0, clock) })
          }
        }
      }
    },
    Behavior("retry(when:)", "ends when its trigger ends after the failed subscription") { check in
      check.timeline("", "x@10") { _, _, clock in
        failing(9, .error(CellError())).retry(when: { (errors: Observable<any Error>) in
          errors.flatMap { _ in
            Observable<Int>.timer(.seconds(10), scheduler: clock)
              .map { _ -> Int in throw CellError() }
          }
        })
      }
      check.timeline("", "|@10") { _, _, clock in
        failing(9, .error(CellError())).retry(when: { (errors: Observable<any Error>) in
          errors.take(1).flatMap { _ in
            Observable<Int>.timer(.seconds(10), scheduler: clock).filter { _ in false }
          }
        })
      }
      check.timeline("d@5", "") { source, _, clock in
        .merge(
          source,
          failing(9, .error(CellError())).retry(when: { (errors: Observable<any Error>) in
            errors.flatMap { _ in Observable<Int>.timer(.seconds(10), scheduler: clock) }
          }))
      }
    },
  ]

  /// The functions `subscribe(on:)`.
  private static var subscribeOnFunctions:
    [(
      String, (Observable<Int>, TestScheduler) -> any Disposable
    )]
  {
    [
      ("Observable", { $0.subscribe(on: $1).subscribe() }),
      ("Single", { $0.asSingle().subscribe(on: $1).subscribe() }),
      ("Maybe", { $0.asMaybe().subscribe(on: $1).subscribe() }),
      ("Completable", { $0.ignoreElements().asCompletable().subscribe(on: $1).subscribe() }),
      (
        "Infallible", { $0.asInfallible(onErrorJustReturn: 0).subscribe(on: $1).subscribe() }
      ),
    ]
  }

  /// Triggers that send an element ten seconds after each error.
  private static var triggers: [(Observable<any Error>, TestScheduler) -> Observable<Int>] {
    [
      { errors, clock in
        errors.flatMap { _ in Observable<Int>.timer(.seconds(10), scheduler: clock) }
      },
      { errors, clock in
        errors.flatMapLatest { _ in Observable<Int>.timer(.seconds(10), scheduler: clock) }
      },
      { errors, clock in errors.map { _ in 0 }.delay(.seconds(10), scheduler: clock) },
    ]
  }

  /// Returns a stream whose first `failures` subscriptions receive `failure`. Later ones receive 1.
  private static func failing(_ failures: Int, _ failure: Observable<Int>) -> Observable<Int> {
    var attempts = 0
    return .deferred {
      attempts += 1
      return attempts <= failures ? failure : .just(1)
    }
  }
}

private let queueMark = DispatchSpecificKey<Bool>()

private func markedQueue() -> DispatchQueue {
  let queue = DispatchQueue(label: "cell")
  queue.setSpecific(key: queueMark, value: true)
  return queue
}

private var isOnMarkedQueue: Bool { DispatchQueue.getSpecific(key: queueMark) ?? false }
