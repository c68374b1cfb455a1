import Dispatch
import Foundation
import RACDisposables
import Streams

extension Behavior {
  /// Elements, errors, members and actions that the library must release once it has used them.
  static let keptValues = [
    Behavior("values", "that operators send in place of elements") { check in
      // The handler retains no value. If a value is still alive, the operator retains it.
      for (name, expected, make) in replacingStreams {
        let (feed, other) = (PublishSubject<Token>(), PublishSubject<Token>())
        let subscription = make(feed, other, check.census).subscribe(onNext: { _ in })
        for round in 1...3 {
          feed.onNext(check.census.make())
          other.onNext(check.census.make())
          check.expect(
            check.census.living, is: expected, "values that \(name) retains in round \(round)")
        }
        subscription.dispose()
        check.expect(check.census.living, is: 0, "values that \(name) retains after disposal")
      }
    },
    Behavior("errors", "that operators handle are released") { check in
      for (name, make) in handlingStreams {
        var observer: AnyObserver<Int>?
        let source = Observable<Int>.create {
          observer = $0
          return Disposables.create()
        }
        let subscription = make(source).subscribe(onError: { _ in })
        for _ in 0..<3 {
          fail(observer, check)
          check.expect(check.census.living, is: 0, "errors that \(name) retains")
        }
        observer = nil
        subscription.dispose()
      }
    },
    Behavior("subjects", "retain only the elements that they replay") { check in
      for isObserved in [false, true] {
        for (name, expected, make) in replayingSubjects {
          let (send, stream) = make(check.census)
          let subscription = SerialDisposable()
          if isObserved { subscription.disposable = stream.subscribe(onNext: { _ in }) }
          for _ in 0..<3 { send(check.census.make()) }
          check.expect(check.census.living, is: expected, "elements that \(name) retains")
          subscription.dispose()
          withExtendedLifetime((send, stream)) {}
        }
      }
    },
    Behavior("observers", "that are kept retain no element") { check in
      let screen = Screen()
      let binder = Binder<Token>(screen, scheduler: CurrentThreadScheduler.instance) { _, _ in }
      let numbers = AnyObserver<Int>(eventHandler: { _ in })
      let observers: [(String, AnyObserver<Token>)] = [
        ("Binder", AnyObserver(binder)),
        ("AnyObserver", AnyObserver(eventHandler: { _ in })),
        ("mapObserver", numbers.mapObserver { (token: Token) -> Int in token.number }),
        ("PublishSubject", AnyObserver(PublishSubject<Token>())),
      ]
      for (name, observer) in observers {
        for _ in 0..<3 { observer.onNext(check.census.make()) }
        check.expect(check.census.living, is: 0, "elements that \(name) retains")
        withExtendedLifetime(observer) {}
      }
      withExtendedLifetime(screen) {}
    },
    Behavior("containers", "that are kept retain no member that was removed") { check in
      for count in [1, 2, 3, 31, 33, 70] {
        for removed in Set([0, count / 2, count - 1]) {
          let composite = CompositeDisposable()
          let keys = (0..<count).map { _ in composite.insert(Keeper(check.census.make())) }
          if let key = keys[removed] { composite.remove(for: key) }
          check.expect(check.census.living, is: count - 1, "members of \(count) after a removal")
          composite.dispose()
        }
      }
      let (serial, racSerial) = (SerialDisposable(), RACSerialDisposable())
      let compound = RACCompoundDisposable()
      for count in 1...4 {
        replace(count, in: serial, racSerial, check)
        check.expect(check.census.living, is: 0, "members of serial disposables")
        addAndRemove(count, in: compound, check)
        check.expect(check.census.living, is: 0, "members of a RAC compound of \(count)")
      }
      withExtendedLifetime((serial, racSerial, compound)) {}
    },
    Behavior("schedules", "that their action disposes retain no state") { check in
      for (name, start) in schedules {
        let clock = TestScheduler(initialClock: 0)
        let (steps, uncancelled) = (StepScheduler(cancels: true), StepScheduler(cancels: false))
        let schedulers: [(any SchedulerType, () -> Void)] = [
          (clock, { clock.advanceTo(50) }), (steps, { steps.advance(to: 50) }),
          (uncancelled, { uncancelled.advance(to: 50) }),
        ]
        for (number, (scheduler, advance)) in schedulers.enumerated() {
          let serial = SerialDisposable()
          let schedule = start(scheduler, check.census.make()) { [unowned serial] in
            serial.dispose()
          }
          serial.disposable = schedule
          advance()
          check.expect(serial.isDisposed, "\(name) did not run on scheduler \(number)")
          check.expect(check.census.living, is: 0, "states of \(name) on scheduler \(number)")
          withExtendedLifetime(schedule) {}
        }
      }
    },
    Behavior("schedulers", "that are kept retain no step that ended") { check in
      let operations = OperationQueue()
      let serial = DispatchQueue(label: "cell")
      let concurrent = DispatchQueue(label: "cell", attributes: .concurrent)
      let clock = TestScheduler(initialClock: 0)
      let schedulers: [(any ImmediateSchedulerType, () -> Void)] = [
        (
          OperationQueueScheduler(operationQueue: operations),
          { operations.waitUntilAllOperationsAreFinished() }
        ),
        (
          SerialDispatchQueueScheduler(queue: serial, internalSerialQueueName: "cell"),
          { serial.sync {} }
        ),
        (
          ConcurrentDispatchQueueScheduler(queue: concurrent),
          { concurrent.sync(flags: .barrier) {} }
        ),
        (CurrentThreadScheduler.instance, {}),
        (clock, { clock.advanceTo(clock.clock + 5) }),
      ]
      for (number, (scheduler, drain)) in schedulers.enumerated() {
        for isDisposed in [false, true] {
          let objects = Resources.total
          run(on: scheduler, isDisposed, check)
          drain()
          // A queue's thread may still be returning from the scheduled action.
          check.expectSoon("scheduler \(number) still retains objects of an action") {
            Resources.total <= objects && check.census.living == 0
          }
          withExtendedLifetime(scheduler) {}
        }
      }
    },
    Behavior("RACKVOTrampoline", "that is kept retains no change") { check in
      let all: [RACKeyValueObservingOptions] = [
        .new, .old, [.new, .old], [.new, .old, .prior], [.new, .initial],
      ]
      for options in all {
        let target = Shelf()
        let trampoline = RACKVOTrampoline(
          target: target, observer: target, keyPath: \Shelf.book, options: options
        ) { _, _, _ in }
        for _ in 0..<3 { target.report(check.census.make()) }
        check.expect(check.census.living, is: 0, "values of changes")
        trampoline.dispose()
        check.expect(check.census.living, is: 0, "values of changes after disposal")
        withExtendedLifetime(trampoline) {}
      }
    },
  ]

  private typealias ReplacingStream = (Observable<Token>, Observable<Token>, TokenCensus) ->
    Observable<Token>

  /// Operators, most of which replace or omit elements, and the number of values that each retains.
  private static var replacingStreams: [(String, Int, ReplacingStream)] {
    [
      ("map", 0, { source, _, census in source.map { _ in census.make() } }),
      ("compactMap", 0, { source, _, census in source.compactMap { _ in census.make() } }),
      ("flatMap", 0, { source, other, _ in source.flatMap { _ in other } }),
      ("flatMapLatest", 0, { source, other, _ in source.flatMapLatest { _ in other } }),
      ("flatMapFirst", 0, { source, other, _ in source.flatMapFirst { _ in other } }),
      (
        "concatMap", 0,
        { source, _, census in source.concatMap { _ in Observable.just(census.make()) } }
      ),
      ("combineLatest", 2, { a, b, census in .combineLatest(a, b) { _, _ in census.make() } }),
      (
        "combineLatest of three", 2,
        { a, b, census in .combineLatest(a, b, a) { _, _, _ in census.make() } }
      ),
      (
        "combineLatest of an array", 2,
        { a, b, census in .combineLatest([a, b], resultSelector: { _ in census.make() }) }
      ),
      ("zip", 0, { a, b, census in .zip(a, b) { _, _ in census.make() } }),
      (
        "zip of an array", 0,
        { a, b, census in .zip([a, b], resultSelector: { _ in census.make() }) }
      ),
      ("withLatestFrom", 1, { a, b, census in a.withLatestFrom(b) { _, _ in census.make() } }),
      (
        "distinctUntilChanged by key", 0,
        { source, _, _ in source.distinctUntilChanged { (token: Token) -> Int in token.number } }
      ),
      (
        "distinctUntilChanged by compared key", 0,
        { source, _, _ in
          source.distinctUntilChanged(
            { (token: Token) -> Int in token.number }, comparer: { $0 == $1 })
        }
      ),
      (
        "scan", 0,
        { source, _, census in
          source.scan(0) { (count: Int, _: Token) -> Int in count + 1 }.map { _ in census.make() }
        }
      ),
      (
        "scan(into:)", 0,
        { source, _, census in
          source.scan(into: 0) { (count: inout Int, _: Token) in count += 1 }
            .map { _ in census.make() }
        }
      ),
      (
        "scan of values", 1,
        { source, _, census in
          source.scan(nil as Token?) { (_: Token?, _: Token) -> Token? in census.make() }
            .compactMap { $0 }
        }
      ),
      (
        "reduce", 0,
        { source, _, census in
          source.reduce(0) { (count: Int, _: Token) -> Int in count + 1 }
            .map { _ in census.make() }
        }
      ),
      (
        "groupBy", 0,
        { source, _, census in
          source.groupBy { $0.number % 2 }.flatMap { group in group.map { _ in census.make() } }
        }
      ),
      ("enumerated", 0, { source, _, census in source.enumerated().map { _ in census.make() } }),
      ("materialize", 0, { source, _, census in source.materialize().map { _ in census.make() } }),
      ("filter", 0, { source, _, _ in source.filter { _ in false } }),
    ]
  }

  /// Operators that respond to errors.
  private static var handlingStreams: [(String, (Observable<Int>) -> Observable<Int>)] {
    [
      (
        "retry(when:)",
        { $0.retry(when: { (errors: Observable<any Error>) in errors.map { _ in 1 } }) }
      ),
      (
        "retry(when:) of one type",
        { $0.retry(when: { (errors: Observable<TokenFailure>) in errors.map { _ in 1 } }) }
      ),
      ("catch", { $0.catch { _ in .never() } }),
      ("catchAndReturn", { $0.catchAndReturn(1) }),
      ("asInfallible", { $0.asInfallible(onErrorJustReturn: 1).asObservable() }),
      ("materialize", { $0.materialize().map { _ in 1 } }),
    ]
  }

  private typealias Sender = (send: (Token) -> Void, stream: Observable<Token>)

  /// Subjects and relays, and the number of values that each retains.
  private static var replayingSubjects: [(String, Int, (TokenCensus) -> Sender)] {
    [
      ("PublishSubject", 0, { _ in sender(PublishSubject<Token>()) }),
      ("BehaviorSubject", 1, { sender(BehaviorSubject(value: $0.make())) }),
      ("ReplaySubject of two", 2, { _ in sender(ReplaySubject<Token>.create(bufferSize: 2)) }),
      ("AsyncSubject", 1, { _ in sender(AsyncSubject<Token>()) }),
      (
        "PublishRelay", 0,
        { _ in
          let relay = PublishRelay<Token>()
          return (send: { relay.accept($0) }, stream: relay.asObservable())
        }
      ),
      (
        "BehaviorRelay", 1,
        { census in
          let relay = BehaviorRelay(value: census.make())
          return (send: { relay.accept($0) }, stream: relay.asObservable())
        }
      ),
      (
        "ReplayRelay of one", 1,
        { _ in
          let relay = ReplayRelay<Token>.create(bufferSize: 1)
          return (send: { relay.accept($0) }, stream: relay.asObservable())
        }
      ),
    ]
  }

  private static func sender(_ subject: SubjectBase<Token>) -> Sender {
    (send: { subject.onNext($0) }, stream: subject)
  }

  private typealias Schedule = (any SchedulerType, Token, @escaping () -> Void) -> any Disposable

  /// Functions that schedule actions of each kind. The state of the actions is a value.
  private static var schedules: [(String, Schedule)] {
    [
      (
        "timer",
        { scheduler, held, end in
          scheduler.scheduleRelative(held, dueTime: .seconds(2)) { state in
            withExtendedLifetime(state) { end() }
            return Disposables.create()
          }
        }
      ),
      (
        "recursion",
        { scheduler, held, end in
          scheduler.scheduleRecursive(held) { state, recurse in
            withExtendedLifetime(state) { end() }
            recurse(state)
          }
        }
      ),
      (
        "periodic timer",
        { scheduler, held, end in
          scheduler.schedulePeriodic(held, startAfter: .seconds(1), period: .seconds(1)) { state in
            withExtendedLifetime(state) { end() }
            return state
          }
        }
      ),
    ]
  }

  /// Schedules an action that retains values, without leaving a temporary in the caller.
  @inline(never)
  private static func run(
    on scheduler: any ImmediateSchedulerType, _ isDisposed: Bool, _ check: Check
  ) {
    let held = check.census.make()
    let step = scheduler.schedule(check.census.make()) { _ in
      withExtendedLifetime(held) { Disposables.create() }
    }
    if isDisposed { step.dispose() }
  }

  @inline(never)
  private static func fail(_ observer: AnyObserver<Int>?, _ check: Check) {
    observer?.onError(TokenFailure(token: check.census.make()))
  }

  @inline(never)
  private static func replace(
    _ count: Int, in serial: SerialDisposable, _ racSerial: RACSerialDisposable, _ check: Check
  ) {
    for _ in 0..<count {
      serial.disposable = Keeper(check.census.make())
      racSerial.swapInDisposable(RACKeeper(check.census.make()))
    }
    serial.disposable = Disposables.create()
    racSerial.swapInDisposable(nil)
  }

  @inline(never)
  private static func addAndRemove(
    _ count: Int, in compound: RACCompoundDisposable, _ check: Check
  ) {
    let members = (0..<count).map { _ in RACKeeper(check.census.make()) }
    for member in members { compound.addDisposable(member) }
    for member in members { compound.removeDisposable(member) }
  }
}

/// An error that retains a value.
private struct TokenFailure: Error {
  let token: Token
}

/// An object to which a binder refers.
private final class Screen {}

/// A disposable that retains a value until the disposable is deallocated.
private final class RACKeeper: RACDisposable, @unchecked Sendable {
  private let token: Token

  init(_ token: Token) {
    self.token = token
    super.init()
  }
}

/// An object that reports changes of a property without storing the values.
private final class Shelf: RACObservableObject, @unchecked Sendable {
  var book: Token?

  func report(_ book: Token) {
    willChange(\Shelf.book, from: book)
    didChange(\Shelf.book, from: book, to: book)
  }
}
