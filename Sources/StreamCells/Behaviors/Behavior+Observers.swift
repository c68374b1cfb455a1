import Dispatch
import Streams

extension Behavior {
  static let observers = [
    Behavior("subscribe", "with an object") { check in
      let feed = PublishSubject<Int>()
      var owner: Token? = check.census.make()
      guard let object = owner else { return }
      let subscription = feed.subscribe(
        with: object, onNext: { check.log.append("\($1)\($0.number)") }, onError: { _, _ in },
        onCompleted: { _ in check.log.append("completed") },
        onDisposed: { _ in check.log.append("disposed") })
      withExtendedLifetime(object) {}
      release(&owner, check, feed, subscription)
    },
    Behavior("bind", "with an object") { check in
      let feed = PublishSubject<Int>()
      bind(check) { object, log in feed.bind(with: object) { log("\($1)\($0.number)") } }
      bind(check) { object, log in
        feed.asInfallible(onErrorJustReturn: 0).bind(with: object) { log("\($1)\($0.number)") }
      }
      bind(check) { object, log in
        feed.asInfallible(onErrorJustReturn: 0).subscribe(with: object, onNext: { log("\($1)") })
      }
      bind(check) { object, log in
        feed.withUnretained(object).subscribe(onNext: { log("\($1)") })
      }
      check.log = []
    },
    Behavior("traits", "with an object") { check in
      bind(check) { object, log in
        Single<Int>.never().subscribe(with: object, onSuccess: { log("\($1)") })
      }
      bind(check) { object, log in
        Maybe<Int>.never().subscribe(
          with: object, onSuccess: { log("\($1)") }, onError: { _, _ in }, onCompleted: { _ in },
          onDisposed: { _ in })
      }
      bind(check) { object, log in
        Completable.never().subscribe(with: object, onCompleted: { _ in log("completed") })
      }
      check.log = []
    },
    Behavior("Binder", "retains its target weakly") { check in
      var target: Token? = check.census.make()
      guard let object = target else { return }
      let binder = Binder<Int>(object, scheduler: CurrentThreadScheduler.instance) {
        target, number in
        check.log.append("\(number)")
      }
      let feed = PublishSubject<Int>()
      let subscription = feed.bind(to: binder)
      feed.onNext(1)
      withExtendedLifetime(object) {}
      check.expectLog("1")
      target = nil
      subscription.dispose()
    },
    Behavior("subscribe", "delivers nothing after a terminal event") { check in
      for kind in 0..<2 {
        var sink: AnyObserver<Int>?
        let source = Observable<Int>.create { observer in
          sink = observer
          return Disposables.create()
        }
        let subscription =
          kind == 0
          ? source.log(check)
          : source.subscribe { event in check.log.append("\(event)") }
        sink?.onNext(1)
        sink?.onCompleted()
        sink?.onNext(2)
        sink?.onCompleted()
        sink?.onError(CellError())
        check.expectLog(kind == 0 ? "1 completed disposed" : "next(1) completed")
        subscription.dispose()
        sink = nil
      }
    },
    Behavior("subscribe", "delivers nothing after disposal") { check in
      let subject = PostDisposalSubject()
      let first = subject.observable.log(check)
      let second = subject.observable.subscribe { event in check.log.append("\(event)") }
      first.dispose()
      second.dispose()
      subject.send(.next(1))
      subject.send(.completed)
      check.expectLog("disposed")
    },
    Behavior("subscribe", "calls the handlers of the end in order") { check in
      let held = check.census.make()
      Observable<Int>.create { observer in
        observer.onNext(1)
        observer.onCompleted()
        return Disposables.create { [held] in
          withExtendedLifetime(held) { check.log.append("released") }
        }
      }.do(onDispose: { check.log.append("do") }).log(check).dispose()
      check.expectLog("1 completed disposed released do")
    },
    Behavior("two threads", "end at the same time") { check in
      for _ in 0..<3 {
        let count = Tally()
        let disposables: [any Disposable] = [
          Disposables.create { count.add() },
          ScheduledDisposable(
            scheduler: CurrentThreadScheduler.instance,
            disposable: Disposables.create { count.add() }),
        ]
        for disposable in disposables { onTwoThreads { disposable.dispose() } }
        check.expect(count.value, is: 2, "actions that ran")
        let counted = RefCountDisposable(disposable: Disposables.create { count.add() })
        let (share, other) = (counted.retain(), counted.retain())
        counted.dispose()
        onTwoThreads { share.dispose() }
        check.expect(count.value, is: 2, "actions that ran while shared")
        other.dispose()
        check.expect(count.value, is: 3, "actions that ran at the end")
        var sink: AnyObserver<Int>?
        let source = Observable<Int>.create { observer in
          sink = observer
          return Disposables.create()
        }
        let ends = Tally()
        let subscription = source.subscribe(onCompleted: { ends.add() })
        if let sink { onTwoThreads { sink.onCompleted() } }
        check.expect(ends.value, is: 1, "ends that arrived")
        subscription.dispose()
        sink = nil
      }
    },
  ]

  /// Subscribes with an object, and checks that the subscription does not retain the object.
  private static func bind(
    _ check: Check, _ subscribe: (Token, @escaping (String) -> Void) -> any Disposable
  ) {
    let subscription = subscription(check, subscribe)
    check.expect(check.census.living, is: 0, "objects that the subscription retains")
    subscription.dispose()
  }

  @inline(never)
  private static func subscription(
    _ check: Check, _ subscribe: (Token, @escaping (String) -> Void) -> any Disposable
  ) -> any Disposable {
    let object = check.census.make()
    return subscribe(object) { check.log.append($0) }
  }

  @inline(never)
  private static func release(
    _ owner: inout Token?, _ check: Check, _ feed: PublishSubject<Int>,
    _ subscription: any Disposable
  ) {
    feed.onNext(1)
    check.expectLog("11")
    owner = nil
    feed.onNext(2)
    subscription.dispose()
    check.log = []
  }

  /// Runs a closure twice, on two threads at the same time if a second thread is available.
  static func onTwoThreads(_ body: @escaping () -> Void) {
    nonisolated(unsafe) let body = body
    DispatchQueue.concurrentPerform(iterations: 2) { _ in unsafe body() }
  }
}

/// A counter that may be used on any thread.
final class Tally: @unchecked Sendable {
  private let queue = DispatchQueue(label: "tally")
  private var number = 0

  var value: Int { queue.sync { number } }

  func add() { queue.sync { number += 1 } }
}

/// A user-defined source that sends to observers even after they were disposed.
private final class PostDisposalSubject {
  private var observers: [AnyObserver<Int>] = []

  var observable: Observable<Int> {
    Observable.create { [weak self] observer in
      self?.observers.append(observer)
      return Disposables.create()
    }
  }

  func send(_ event: Event<Int>) {
    for observer in observers { observer.on(event) }
  }
}
