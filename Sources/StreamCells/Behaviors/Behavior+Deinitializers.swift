import RACDisposables
import Streams

extension Behavior {
  /// Captured objects and elements whose deinitializers use the library. The library must not hold
  /// a lock while it releases an object of the program.
  static let deinitializers = [
    Behavior("deinitializers", "of captured objects use what released them") { check in
      for (name, use) in releases {
        var runs = 0
        use { again in
          DeinitAction {
            runs += 1
            again()
          }
        }
        check.expect(runs, is: 1, "deinitializations by \(name)")
      }
    },
    Behavior("deinitializers", "of elements use the stream that released them") { check in
      for (name, make) in keepers {
        for end in [Event<DeinitAction?>.completed, .error(CellError()), .next(nil)] {
          var runs = 0
          let (feed, trigger) = (PublishSubject<DeinitAction?>(), PublishSubject<Int>())
          let clock = TestScheduler(initialClock: 0)
          let serial = SerialDisposable()
          serial.disposable = make(feed, trigger, clock).subscribe(onError: { _ in })
          feed.onNext(
            DeinitAction { [unowned feed, unowned serial] in
              runs += 1
              feed.onNext(nil)
              serial.dispose()
            })
          trigger.onNext(1)
          feed.on(end)
          clock.advanceTo(100)
          withExtendedLifetime(feed) { serial.dispose() }
          check.expect(runs, is: 1, "deinitializations by \(name) after \(end)")
        }
      }
    },
    Behavior("deinitializers", "of elements use the stream at its disposal") { check in
      for (name, make) in keepers {
        var runs = 0
        let (feed, trigger) = (PublishSubject<DeinitAction?>(), PublishSubject<Int>())
        let serial = SerialDisposable()
        serial.disposable = make(feed, trigger, TestScheduler(initialClock: 0)).subscribe()
        // With throttle, only the second element waits.
        feed.onNext(nil)
        feed.onNext(
          DeinitAction { [unowned feed, unowned serial] in
            runs += 1
            feed.onNext(nil)
            serial.dispose()
          })
        check.expect(runs, is: 0, "deinitializations by \(name) before the disposal")
        withExtendedLifetime((feed, trigger)) { serial.dispose() }
        check.expect(runs, is: 1, "deinitializations by \(name) at the disposal")
      }
    },
    Behavior("deinitializers", "of elements use the subject that released them") { check in
      for (name, make) in keepingSubjects {
        for (end, finish) in subjectEnds {
          var runs = 0
          let subject = make()
          subject.onNext(
            DeinitAction { [unowned subject] in
              runs += 1
              _ = subject.hasObservers
              subject.onNext(nil)
              subject.subscribe(onError: { _ in }).dispose()
            })
          check.expect(runs, is: 0, "deinitializations by \(name) before it \(end)")
          finish(subject)
          subject.dispose()
          check.expect(runs, is: 1, "deinitializations by \(name), which \(end)")
        }
      }
    },
  ]

  private typealias Release = (
    name: String, use: (_ onDeinit: @escaping (@escaping () -> Void) -> DeinitAction) -> Void
  )

  /// Ways in which the library releases a captured object. Each closure receives a function that
  /// makes the object; the argument of that function is the action of the object's deinitializer.
  private static var releases: [Release] {
    subjectReleases + scheduleReleases + containerReleases + otherReleases
  }

  /// Subjects that keep an element.
  private static var keepingSubjects: [(String, () -> SubjectBase<DeinitAction?>)] {
    [
      ("BehaviorSubject", { BehaviorSubject(value: nil) }),
      ("ReplaySubject", { ReplaySubject.create(bufferSize: 1) }),
      ("an unbounded ReplaySubject", { ReplaySubject.createUnbounded() }),
      ("AsyncSubject", { AsyncSubject() }),
    ]
  }

  private static var subjectEnds: [(String, (SubjectBase<DeinitAction?>) -> Void)] {
    [
      ("completed", { $0.onCompleted() }),
      ("failed", { $0.onError(CellError()) }),
      ("was disposed", { $0.dispose() }),
      ("received another element", { $0.onNext(nil) }),
    ]
  }

  private static var subjectReleases: [Release] {
    let makers: [(String, () -> (Observable<Int>, AnyObserver<Int>))] = [
      (
        "PublishSubject",
        {
          let subject = PublishSubject<Int>()
          return (subject, AnyObserver(subject))
        }
      ),
      (
        "BehaviorSubject",
        {
          let subject = BehaviorSubject(value: 0)
          return (subject, AnyObserver(subject))
        }
      ),
      (
        "ReplaySubject",
        {
          let subject = ReplaySubject<Int>.create(bufferSize: 2)
          return (subject, AnyObserver(subject))
        }
      ),
      (
        "AsyncSubject",
        {
          let subject = AsyncSubject<Int>()
          return (subject, AnyObserver(subject))
        }
      ),
    ]
    let ends: [(String, (AnyObserver<Int>, any Disposable) -> Void)] = [
      ("left", { _, subscription in subscription.dispose() }),
      ("completed", { observer, _ in observer.onCompleted() }),
      ("failed", { observer, _ in observer.onError(CellError()) }),
    ]
    return makers.flatMap { name, make in
      ends.map { end, finish in
        (
          "\(name), \(end)",
          { onDeinit in
            let (stream, observer) = make()
            let subscription = subscribed(
              to: stream,
              onDeinit {
                observer.onNext(1)
                stream.subscribe(onError: { _ in }).dispose()
              })
            finish(observer, subscription)
          }
        )
      }
    }
  }

  /// Subscribes with a handler that captures an object. This is a separate function so that no
  /// temporary keeps the object alive.
  @inline(never)
  private static func subscribed(
    to stream: Observable<Int>, _ object: DeinitAction
  ) -> any Disposable {
    stream.subscribe(onNext: { _ in withExtendedLifetime(object) {} }, onError: { _ in })
  }

  /// Returns a closure that captures an object. This is a separate function so that only the
  /// closure keeps the object alive.
  private static func keeping(_ object: DeinitAction) -> () -> Void {
    { withExtendedLifetime(object) {} }
  }

  private static func observe(
    _ target: DeinitObservable, _ object: DeinitAction
  ) -> RACKVOTrampoline {
    RACKVOTrampoline(
      target: target, observer: nil, keyPath: \DeinitObservable.value, options: .new
    ) {
      _, _, _ in withExtendedLifetime(object) {}
    }
  }

  private static func remove(_ member: any Disposable, from composite: CompositeDisposable) {
    if let key = composite.insert(member) { composite.remove(for: key) }
  }

  private static var scheduleReleases: [Release] {
    let schedules: [(String, (TestScheduler, DeinitAction) -> any Disposable)] = [
      (
        "scheduleRecursive",
        { clock, object in clock.scheduleRecursive(()) { _, _ in withExtendedLifetime(object) {} } }
      ),
      (
        "schedulePeriodic",
        { clock, object in
          clock.schedulePeriodic((), startAfter: .seconds(1), period: .seconds(1)) {
            withExtendedLifetime(object) {}
          }
        }
      ),
      (
        "schedule",
        { clock, object in
          clock.schedule(()) { _ in
            withExtendedLifetime(object) {}
            return Disposables.create()
          }
        }
      ),
    ]
    return schedules.map { name, schedule in
      (
        name,
        { onDeinit in
          let clock = TestScheduler(initialClock: 0)
          let serial = SerialDisposable()
          let step = schedule(
            clock,
            onDeinit { [unowned clock, unowned serial] in
              serial.dispose()
              clock.schedule(()) { _ in Disposables.create() }.dispose()
            })
          serial.disposable = step
          // The deinitializer disposes the step again.
          step.dispose()
          clock.advanceTo(20)
          // The deinitializer uses both objects, and the optimizer may release them early.
          withExtendedLifetime((clock, serial)) {}
        }
      )
    }
  }

  private static var containerReleases: [Release] {
    let containers: [(String, () -> (any Cancelable & AnyObject, (any Disposable) -> Void))] = [
      (
        "SerialDisposable",
        {
          let serial = SerialDisposable()
          return (serial, { serial.disposable = $0 })
        }
      ),
      (
        "SingleAssignmentDisposable",
        {
          let single = SingleAssignmentDisposable()
          return (single, { single.setDisposable($0) })
        }
      ),
      (
        "CompositeDisposable",
        {
          let composite = CompositeDisposable()
          return (composite, { _ = composite.insert($0) })
        }
      ),
    ]
    return containers.map { name, make in
      (
        name,
        { onDeinit in
          let (container, add) = make()
          add(
            Disposables.create(
              with: keeping(onDeinit { [unowned container] in container.dispose() })))
          container.dispose()
          withExtendedLifetime(container) {}
        }
      )
    } + [
      (
        "CompositeDisposable.remove",
        { onDeinit in
          let composite = CompositeDisposable()
          remove(
            Disposables.create(
              with: keeping(
                onDeinit { [unowned composite] in _ = composite.insert(Disposables.create()) })),
            from: composite)
          composite.dispose()
          withExtendedLifetime(composite) {}
        }
      )
    ]
  }

  private static var otherReleases: [Release] {
    [
      (
        "RACKVOTrampoline",
        { onDeinit in
          let target = DeinitObservable()
          let reference = TrampolineReference()
          let trampoline = observe(target, onDeinit { reference.trampoline?.dispose() })
          reference.trampoline = trampoline
          trampoline.dispose()
          withExtendedLifetime((target, trampoline)) {}
        }
      ),
      (
        "RACCompoundDisposable",
        { onDeinit in
          let compound = RACCompoundDisposable()
          compound.addDisposable(
            RACDisposable(
              block: keeping(onDeinit { [unowned compound] in _ = compound.isDisposed })))
          compound.dispose()
          withExtendedLifetime(compound) {}
        }
      ),
      (
        "Hooks.defaultErrorHandler",
        { onDeinit in
          let before = Hooks.defaultErrorHandler
          let keep = { (action: @escaping () -> Void) in
            Hooks.defaultErrorHandler = { _, _ in action() }
          }
          keep(keeping(onDeinit { _ = Hooks.defaultErrorHandler }))
          Hooks.defaultErrorHandler = before
        }
      ),
      (
        "Hooks.customCaptureSubscriptionCallstack",
        { onDeinit in
          let before = Hooks.customCaptureSubscriptionCallstack
          let keep = { (action: @escaping () -> Void) in
            Hooks.customCaptureSubscriptionCallstack = {
              action()
              return []
            }
          }
          keep(keeping(onDeinit { _ = Hooks.customCaptureSubscriptionCallstack }))
          Hooks.customCaptureSubscriptionCallstack = before
        }
      ),
    ]
  }

  /// Operators that keep an element.
  private static var keepers:
    [(
      String,
      (Observable<DeinitAction?>, Observable<Int>, TestScheduler) -> Observable<DeinitAction?>
    )]
  {
    [
      (
        "combineLatest", { feed, other, _ in .combineLatest(feed, other) { element, _ in element } }
      ),
      ("zip", { feed, other, _ in .zip(feed, other) { element, _ in element } }),
      ("withLatestFrom", { feed, other, _ in other.withLatestFrom(feed) }),
      ("sample", { feed, other, _ in feed.sample(other) }),
      ("takeLast", { feed, _, _ in feed.takeLast(1) }),
      ("scan", { feed, _, _ in feed.scan(nil) { _, element in element } }),
      ("replay", { feed, _, _ in feed.share(replay: 1) }),
      ("debounce", { feed, _, clock in feed.debounce(.seconds(2), scheduler: clock) }),
      ("throttle", { feed, _, clock in feed.throttle(.seconds(2), scheduler: clock) }),
      ("delay", { feed, _, clock in feed.delay(.seconds(2), scheduler: clock) }),
      ("observe(on:)", { feed, _, clock in feed.observe(on: clock) }),
      (
        "buffer",
        { feed, _, clock in
          feed.buffer(timeSpan: .seconds(2), count: 3, scheduler: clock).map { $0.last ?? nil }
        }
      ),
    ]
  }
}

/// An object that runs a closure in its deinitializer.
private final class DeinitAction {
  private let action: () -> Void

  init(_ action: @escaping () -> Void) { self.action = action }

  deinit { action() }
}

private final class TrampolineReference {
  weak var trampoline: RACKVOTrampoline?
}

private final class DeinitObservable: RACObservableObject, @unchecked Sendable {
  var value = 0
}
