import Dispatch
import Foundation
import RACDisposables
import Streams

extension Behavior {
  /// Disposables, subscriptions and streams that user code keeps after they end. They must not
  /// retain the objects that they disposed, because a disposed object may still retain others.
  static let kept = [
    Behavior("containers", "kept after disposal retain no member") { check in
      for (name, make) in containers {
        for count in [1, 2, 31, 33, 70] {
          let container = make((0..<count).map { _ in Keeper(check.census.make()) })
          guard let container else { continue }
          check.expect(
            check.census.living > 0,
            "\(name) of \(count) does not retain its members before disposal")
          container.dispose()
          check.expect(
            check.census.living, is: 0, "members that \(name) of \(count) retains after disposal")
          container.dispose()
        }
      }
    },
    Behavior("containers", "kept after disposal retain no late member") { check in
      let (serial, single, composite) = (
        SerialDisposable(), SingleAssignmentDisposable(), CompositeDisposable()
      )
      let (racSerial, compound) = (RACSerialDisposable(), RACCompoundDisposable())
      for container in [serial, single, composite] as [any Disposable] { container.dispose() }
      for container in [racSerial, compound] { container.dispose() }
      addLate(check) { serial.disposable = $0 }
      addLate(check) { single.setDisposable($0) }
      addLate(check) { composite.insert($0) }
      addLate(check) { keeper in racSerial.disposable = RACDisposable { keeper.dispose() } }
      addLate(check) { keeper in compound.addDisposable(RACDisposable { keeper.dispose() }) }
      withExtendedLifetime((serial, single, composite, racSerial, compound)) {}
    },
    Behavior("containers", "bounded at each moment") { check in
      // The size must not depend on how many members were added and removed.
      for count in [500, 2_000] {
        let composite = CompositeDisposable()
        var largest = 0
        for _ in 0..<count {
          let ended = BooleanDisposable()
          ended.dispose()
          composite.insert(ended)
          largest = max(largest, composite.count)
        }
        check.expect(largest <= 33, "\(largest) of \(count) ended members are still retained")
        composite.dispose()
        let bag = DisposeBag()
        let objects = Resources.total
        largest = 0
        for _ in 0..<count {
          let ended = BooleanDisposable()
          ended.dispose()
          bag.insert(ended)
          largest = max(largest, Int(Resources.total - objects))
        }
        check.expect(
          largest <= 34, "\(largest) of \(count) ended members are still retained in a bag")
      }
    },
    Behavior("schedules", "kept after disposal retain no action") { check in
      for (name, start) in schedules {
        for runs in [false, true] {
          let clock = TestScheduler(initialClock: 0)
          let schedule = start(clock, check)
          if runs { clock.advanceTo(5) }
          schedule.dispose()
          check.expect(
            check.census.living, is: 0,
            "actions that \(name) retains after disposal, ran first: \(runs)")
          withExtendedLifetime(schedule) {}
        }
      }
    },
    Behavior("schedules", "kept after they ran retain no action") { check in
      let clock = TestScheduler(initialClock: 0)
      for (name, start) in schedules.prefix(schedulesThatEnd) {
        let schedule = start(clock, check)
        clock.advanceTo(clock.clock + 5)
        check.expect(check.census.living, is: 0, "actions that \(name) retains after the run")
        withExtendedLifetime(schedule) {}
      }
      CurrentThreadScheduler.instance.schedule(()) { _ in
        let later = schedule(on: CurrentThreadScheduler.instance, check)
        _ = CurrentThreadScheduler.instance.schedule(()) { _ in
          check.expect(
            check.census.living, is: 0, "an action of the current thread is still retained")
          withExtendedLifetime(later) {}
          return Disposables.create()
        }
        return later
      }.dispose()
    },
    Behavior("subscriptions", "kept after disposal retain nothing") { check in
      for (number, make) in operators.enumerated() {
        for count in [0, 1, 3] {
          let (feed, other) = (PublishSubject<Token>(), PublishSubject<Token>())
          let clock = TestScheduler(initialClock: 0)
          let objects = Resources.total
          let subscription = subscribe(make(feed, other, clock), check)
          for _ in 0..<count {
            feed.onNext(check.census.make())
            other.onNext(check.census.make())
            clock.advanceTo(clock.clock + 1)
          }
          subscription.dispose()
          check.expect(
            check.census.living, is: 0,
            "values that stream \(number) retains after \(count) elements")
          // The virtual clock releases a disposed action only when the action is due.
          clock.advanceTo(clock.clock + 100)
          check.expect(
            Resources.total - objects <= 1,
            "stream \(number) retains \(Resources.total - objects) objects after \(count) elements")
          withExtendedLifetime(subscription) {}
        }
      }
    },
    Behavior("retry(when:)", "ends the stream of errors that the program keeps") { check in
      for ending in 0..<4 {
        let (feed, trigger) = (PublishSubject<Int>(), PublishSubject<Int>())
        var errors: Observable<any Error>?
        let subscription = feed.retry(when: { (failures: Observable<any Error>) in
          errors = failures
          return trigger
        }).subscribe(onError: { _ in })
        let listening = listen(to: errors ?? .never(), check)
        check.expect(check.census.living, is: 1, "values of an observer of errors")
        switch ending {
        case 0: subscription.dispose()
        case 1: feed.onCompleted()
        case 2:
          feed.onError(CellError())
          trigger.onCompleted()
        default:
          feed.onError(CellError())
          trigger.onError(CellError())
        }
        check.expect(
          check.census.living, is: 0,
          "values that the stream of errors retains after ending \(ending)")
        listening.dispose()
      }
    },
  ]

  /// Functions that create a container of each kind with the given members. They return `nil` if
  /// the kind does not allow that number of members.
  private static var containers: [(String, ([Keeper]) -> (any Disposable)?)] {
    [
      ("composite", { CompositeDisposable(disposables: $0) }),
      (
        "composite by inserts",
        { members in
          let composite = CompositeDisposable()
          for member in members { composite.insert(member) }
          return composite
        }
      ),
      ("binary", { $0.count == 2 ? Disposables.create($0[0], $0[1]) : nil }),
      ("create", { Disposables.create($0) }),
      (
        "serial",
        { members in
          let serial = SerialDisposable()
          for member in members { serial.disposable = member }
          return serial
        }
      ),
      (
        "single",
        { members in
          guard members.count == 1 else { return nil }
          let single = SingleAssignmentDisposable()
          single.setDisposable(members[0])
          return single
        }
      ),
      ("counted", { $0.count == 1 ? RefCountDisposable(disposable: $0[0]) : nil }),
      (
        "scheduled",
        {
          $0.count == 1
            ? ScheduledDisposable(scheduler: CurrentThreadScheduler.instance, disposable: $0[0])
            : nil
        }
      ),
      (
        "closure",
        { members in Disposables.create { for member in members { member.dispose() } } }
      ),
      (
        "RAC compound",
        { members in
          let compound = RACCompoundDisposable(
            disposables: members.map { member in RACDisposable { member.dispose() } })
          return Disposables.create { compound.dispose() }
        }
      ),
    ]
  }

  /// Functions that schedule actions of each kind. The actions that end without being disposed come
  /// first.
  private static var schedules: [(String, (TestScheduler, Check) -> any Disposable)] {
    [
      ("step", { schedule(on: $0, $1) }),
      (
        "timer",
        { clock, check in
          let held = check.census.make()
          return clock.scheduleRelative((), dueTime: .seconds(2)) { _ in
            withExtendedLifetime(held) { Disposables.create() }
          }
        }
      ),
      (
        "periodic timer",
        { clock, check in
          let held = check.census.make()
          return clock.schedulePeriodic(0, startAfter: .seconds(1), period: .seconds(1)) { number in
            withExtendedLifetime(held) { number + 1 }
          }
        }
      ),
      (
        "recursion",
        { clock, check in
          let held = check.census.make()
          return clock.scheduleRecursive(()) { _, recurse in
            withExtendedLifetime(held) { recurse(()) }
          }
        }
      ),
    ]
  }
  private static let schedulesThatEnd = 2

  private static var operators:
    [(Observable<Token>, Observable<Token>, TestScheduler) -> Observable<Token>]
  {
    [
      { source, _, _ in source }, { source, _, _ in source.map { $0 } },
      { source, other, _ in .merge(source, other) },
      { source, other, _ in .combineLatest(source, other) { $1 } },
      { source, other, _ in .zip(source, other) { $1 } },
      { source, other, _ in source.withLatestFrom(other) },
      { source, other, _ in source.take(until: other.filter { _ in false }) },
      { source, other, _ in source.flatMap { _ in other } },
      { source, other, _ in source.flatMapLatest { _ in other } },
      { source, other, _ in source.concat(other) },
      { source, other, _ in source.catch { _ in other } },
      { source, _, _ in source.share(replay: 2) }, { source, _, _ in source.takeLast(2) },
      { source, _, _ in source.scan(nil as Token?) { $1 }.compactMap { $0 } },
      { source, _, _ in source.distinctUntilChanged() },
      { source, _, _ in source.groupBy { $0 }.flatMap { $0 } },
      { source, _, clock in source.delay(.seconds(2), scheduler: clock) },
      { source, _, clock in source.debounce(.seconds(2), scheduler: clock) },
      { source, _, clock in source.throttle(.seconds(2), scheduler: clock) },
      { source, _, clock in source.timeout(.seconds(2), scheduler: clock) },
      { source, _, clock in source.observe(on: clock) },
      { source, _, clock in source.delaySubscription(.seconds(1), scheduler: clock) },
      { source, other, clock in
        Observable<Int>.interval(.seconds(1), scheduler: clock).withLatestFrom(other)
      },
      { source, other, clock in
        other.sample(Observable<Int>.timer(.seconds(1), scheduler: clock))
      },
      { source, _, clock in
        source.buffer(timeSpan: .seconds(2), count: 2, scheduler: clock).compactMap(\.first)
      },
    ]
  }

  @inline(never)
  private static func schedule(
    on scheduler: any ImmediateSchedulerType, _ check: Check
  ) -> any Disposable {
    let held = check.census.make()
    return scheduler.schedule(()) { _ in withExtendedLifetime(held) { Disposables.create() } }
  }

  @inline(never)
  private static func addLate(_ check: Check, _ add: (Keeper) -> Void) {
    add(Keeper(check.census.make()))
    check.expect(check.census.living, is: 0, "retained members that were added after disposal")
  }

  /// Subscribes with closures that retain a value.
  @inline(never)
  private static func subscribe(_ stream: Observable<Token>, _ check: Check) -> any Disposable {
    let held = check.census.make()
    return stream.subscribe(
      onNext: { _ in withExtendedLifetime(held) {} }, onError: { _ in },
      onDisposed: { withExtendedLifetime(held) {} })
  }

  @inline(never)
  private static func listen(
    to errors: Observable<any Error>, _ check: Check
  ) -> any Disposable {
    let held = check.census.make()
    return errors.subscribe(onNext: { _ in withExtendedLifetime(held) {} }, onError: { _ in })
  }
}

/// A disposable that retains a value until the disposable is deallocated.
final class Keeper: Disposable {
  private let token: Token

  init(_ token: Token) { self.token = token }

  func dispose() {}
}
