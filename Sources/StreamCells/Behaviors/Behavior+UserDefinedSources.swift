import Foundation
import Streams

extension Behavior {
  /// User-defined sources and schedulers that do not follow the rules of the library, and events
  /// that arrive while the library handles another event.
  static let userDefinedSources = [
    Behavior("refCount", "of a source that sends an end after its disposal") { check in
      for end in [Event<Int>.completed, .error(CellError())] {
        let source = NonDisconnectingConnectable()
        let shared = source.refCount()
        shared.log(check, "a").dispose()
        let second = shared.log(check, "b")
        source.observers[0].on(end)
        check.expect(source.disconnections, is: 1, "connections that were ended")
        source.observers[1].on(.next(2))
        second.dispose()
        check.expect(source.disconnections, is: 2, "connections that were ended at the end")
        check.expectLog("adisposed b2 bdisposed")
        source.observers = []
      }
    },
    Behavior("groupBy", "fails while one of its groups receives") { check in
      var feed: AnyObserver<Int>?
      var disposals: [Int] = []
      let probe = check.probe()
      let source = Observable<Int>.create { observer in
        feed = observer
        return probe
      }
      let subscription = source.groupBy { element in
        check.log.append("key\(element)")
        if element == 2 { throw CellError() }
        return 0
      }.flatMap { $0 }.subscribe(
        onNext: { _ in
          feed?.onNext(2)
          disposals.append(probe.disposals)
          feed?.onNext(3)
        }, onError: { _ in })
      feed?.onNext(1)
      check.expect(disposals, is: [1], "disposals of the source when the failure returns")
      check.expectLog("key1 key2")
      subscription.dispose()
      feed = nil
    },
    Behavior("subjects", "that were full are subscribed to after their disposal") { check in
      for limit in 1...3 {
        for sent in 0..<8 {
          let subject = ReplaySubject<Token>.create(bufferSize: limit)
          for _ in 0..<sent { subject.onNext(check.census.make()) }
          subject.dispose()
          check.expect(
            check.census.living, is: 0, "values of \(sent) retained with the limit \(limit)")
          var (elements, errors) = (0, 0)
          subject.subscribe(onNext: { _ in elements += 1 }, onError: { _ in errors += 1 }).dispose()
          check.expect([elements, errors], is: [0, 1], "events after disposal with \(limit)")
        }
      }
    },
    Behavior("subjects", "that ended retain what they may still replay") { check in
      for (name, completed, failed, make) in endedSubjects {
        for end in [Event<Token>.completed, .error(CellError())] {
          for listens in [false, true] {
            let (subject, observer, disposal) = make(check.census.make())
            let subscription = listens ? subject.subscribe(onError: { _ in }) : nil
            for _ in 0..<4 { observer.onNext(check.census.make()) }
            observer.on(end)
            let expected = end.isCompleted ? completed : failed
            check.expect(check.census.living, is: expected, "values that \(name) retains")
            observer.onNext(check.census.make())
            observer.on(.completed)
            check.expect(check.census.living, is: expected, "values of \(name) that ended twice")
            disposal.dispose()
            check.expect(check.census.living, is: 0, "values of \(name) that was disposed")
            subscription?.dispose()
          }
        }
      }
    },
    Behavior("late streams", "are not subscribed to by steps that run after disposal") { check in
      for (name, make) in scheduledStreams {
        for disposes in [false, true] {
          let scheduler = NonCancellingScheduler()
          var subscribed = 0
          let late = Observable<Int>.create { _ in
            subscribed += 1
            return Disposables.create()
          }
          let subscription = make(late, scheduler).subscribe()
          if disposes { subscription.dispose() }
          scheduler.run()
          check.expect(
            subscribed, is: disposes ? 0 : 1, "subscriptions by a late action of \(name)")
          subscription.dispose()
          scheduler.run()
        }
      }
    },
    Behavior("late streams", "that follow one that ended come after its disposal") { check in
      let makers: [(Observable<Int>, Observable<Int>) -> Observable<Int>] = [
        { first, second in first.catch { _ in second } },
        { first, second in first.map { $0 }.catch { _ in second }.catch { _ in .empty() } },
        { first, second in first.catch { _ in .empty() }.ifEmpty(switchTo: second) },
      ]
      for (number, make) in makers.enumerated() {
        check.replacement("stream \(number)", after: .error(CellError()), make)
      }
    },
    Behavior("options", "that drop elements retain none and pass on the end") { check in
      for (name, make) in droppingStreams {
        for end in [Event<Token>.completed, .error(CellError())] {
          let (feed, clock) = (PublishSubject<Token>(), TestScheduler(initialClock: 0))
          var ended = false
          let subscription = make(feed, clock).subscribe(
            onNext: { _ in }, onError: { _ in ended = true }, onCompleted: { ended = true })
          for _ in 0..<3 { feed.onNext(check.census.make()) }
          check.expect(check.census.living, is: 0, "dropped values that \(name) retains")
          feed.on(end)
          clock.advanceTo(100)
          check.expect(ended, "\(name) does not end with its source")
          subscription.dispose()
        }
      }
    },
    Behavior("withUnretained", "ends when its object is released") { check in
      let makers: [(Observable<Int>, Token) -> Observable<Int>] = [
        { source, object in source.withUnretained(object).map { $1 } },
        { source, object in source.withUnretained(object) { $1 } },
      ]
      for (number, make) in makers.enumerated() {
        let feed = PublishSubject<Int>()
        let subscription = unretained(check) { make(feed, $0).log(check) }
        check.expect(check.census.living, is: 0, "objects that stream \(number) retains")
        feed.onNext(1)
        check.expect(
          !feed.hasObservers,
          "stream \(number) is still subscribed to its source without its object")
        check.expectLog("completed disposed")
        subscription.dispose()
      }
    },
  ]

  private static var endedSubjects:
    [(
      String, Int, Int, (Token) -> (Observable<Token>, AnyObserver<Token>, any Disposable)
    )]
  {
    [
      (
        "PublishSubject", 0, 0,
        { _ in
          let subject = PublishSubject<Token>()
          return (subject, AnyObserver(subject), subject)
        }
      ),
      (
        "BehaviorSubject", 1, 1,
        { first in
          let subject = BehaviorSubject(value: first)
          return (subject, AnyObserver(subject), subject)
        }
      ),
      (
        "ReplaySubject", 2, 2,
        { _ in
          let subject = ReplaySubject<Token>.create(bufferSize: 2)
          return (subject, AnyObserver(subject), subject)
        }
      ),
      (
        "AsyncSubject", 1, 0,
        { _ in
          let subject = AsyncSubject<Token>()
          return (subject, AnyObserver(subject), subject)
        }
      ),
    ]
  }

  private static var scheduledStreams:
    [(String, (Observable<Int>, NonCancellingScheduler) -> Observable<Int>)]
  {
    [
      ("subscribe(on:)", { $0.subscribe(on: $1) }),
      ("delaySubscription", { $0.delaySubscription(.seconds(1), scheduler: $1) }),
      (
        "timeout",
        { Observable<Int>.never().timeout(.seconds(1), other: $0, scheduler: $1) }
      ),
      (
        "timer and flatMap",
        { late, scheduler in
          Observable<Int>.timer(.seconds(1), scheduler: scheduler).flatMap { _ in late }
        }
      ),
    ]
  }

  private static var droppingStreams:
    [(String, (Observable<Token>, TestScheduler) -> Observable<Token>)]
  {
    [
      (
        "throttle without the latest",
        { $0.throttle(.seconds(5), latest: false, scheduler: $1) }
      ),
      ("ignoreElements", { source, _ in source.ignoreElements().map { _ -> Token in } }),
      ("skip", { source, _ in source.skip(10) }),
      ("skip for a time", { $0.skip(.seconds(5), scheduler: $1) }),
      ("filter", { source, _ in source.filter { _ in false } }),
      ("takeLast(0)", { source, _ in source.takeLast(0) }),
      (
        "flatMapFirst",
        { source, clock in
          source.flatMapFirst { _ in
            Observable<Int>.timer(.seconds(1), scheduler: clock)
              .flatMap { _ in Observable<Token>.empty() }
          }
        }
      ),
    ]
  }

  @inline(never)
  private static func unretained(
    _ check: Check, _ subscribe: (Token) -> any Disposable
  ) -> any Disposable {
    subscribe(check.census.make())
  }
}

/// A user-defined connectable source that continues to send to its former observers.
private final class NonDisconnectingConnectable: ConnectableObservableType {
  typealias Element = Int

  var observers: [AnyObserver<Int>] = []
  private(set) var disconnections = 0

  func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Int {
    observers.append(AnyObserver(observer))
    return Disposables.create()
  }

  func connect() -> any Disposable {
    Disposables.create { [unowned self] in disconnections += 1 }
  }
}

/// A scheduler that runs actions only in `run()`, even actions that were disposed.
private final class NonCancellingScheduler: SchedulerType {
  private var steps: [() -> Void] = []

  var now: Date { Date(timeIntervalSince1970: 0) }

  func schedule<State>(
    _ state: State, action: @escaping (State) -> any Disposable
  ) -> any Disposable {
    let result = SingleAssignmentDisposable()
    steps.append { result.setDisposable(action(state)) }
    return result
  }

  func scheduleRelative<State>(
    _ state: State, dueTime: RxTimeInterval, action: @escaping (State) -> any Disposable
  ) -> any Disposable {
    schedule(state, action: action)
  }

  func run() {
    let due = steps
    steps = []
    for step in due { step() }
  }
}
