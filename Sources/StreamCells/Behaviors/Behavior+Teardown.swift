import Scenarios
import Dispatch
import Foundation
import RACDisposables
import Streams
import Synchronization

extension Behavior {
  /// Containers, actions, tasks and observations that end in unusual circumstances: for example,
  /// while a member is added, while a queue is busy, or on another thread.
  static let teardown = [
    Behavior("containers", "dispose what a member adds during its disposal") { check in
      let (serial, composite) = (SerialDisposable(), CompositeDisposable())
      let (racSerial, compound) = (RACSerialDisposable(), RACCompoundDisposable())
      let single = SingleAssignmentDisposable()
      let probes = (0..<5).map { _ in check.probe() }
      serial.disposable = Disposables.create { [unowned serial] in
        serial.disposable = probes[0]
      }
      composite.insert(
        Disposables.create { [unowned composite] in _ = composite.insert(probes[1]) })
      racSerial.disposable = RACDisposable { [unowned racSerial] in
        racSerial.disposable = RACDisposable { probes[2].dispose() }
      }
      compound.addDisposable(
        RACDisposable { [unowned compound] in
          compound.addDisposable(RACDisposable { probes[3].dispose() })
        })
      // While `single` is being disposed, its member disposes `inner` and then assigns a probe to
      // it.
      let inner = SingleAssignmentDisposable()
      single.setDisposable(
        Disposables.create { [unowned inner] in
          inner.dispose()
          inner.setDisposable(probes[4])
        })
      for container in [serial, composite, single] as [any Disposable] { container.dispose() }
      for container in [racSerial, compound] as [RACDisposable] { container.dispose() }
      check.expect(probes.map(\.disposals), is: [1, 1, 1, 1, 1], "disposals")
      check.expect(check.census.living, is: 0, "values of members that were added")
      withExtendedLifetime((serial, composite, racSerial, compound, single, inner)) {}
    },
    Behavior("MainScheduler", "runs immediately after steps that were disposed") { check in
      guard Thread.isMainThread else { return }
      for count in 1...3 {
        let scheduler = MainScheduler()
        _ = scheduler.schedule(()) { _ in
          for number in 0..<count {
            let step = scheduler.schedule(()) { _ in
              check.log.append("step")
              return Disposables.create()
            }
            // If two or three actions are scheduled, the second is not disposed.
            if number != 1 { step.dispose() }
          }
          return Disposables.create()
        }
        drainMainQueue()
        _ = scheduler.schedule(()) { _ in
          check.log.append("now")
          return Disposables.create()
        }
        check.log.append("after")
        drainMainQueue()
        check.expectLog(count == 1 ? "now after" : "step now after")
      }
    },
    Behavior("steps", "disposed while their queue is busy retain nothing") { check in
      let serial = DispatchQueue(label: "cell")
      let concurrent = DispatchQueue(label: "cell", attributes: .concurrent)
      let schedulers: [(any ImmediateSchedulerType, DispatchQueue)] = [
        (SerialDispatchQueueScheduler(queue: serial, internalSerialQueueName: "cell"), serial),
        (ConcurrentDispatchQueueScheduler(queue: concurrent), concurrent),
      ]
      for (number, (scheduler, queue)) in schedulers.enumerated() {
        queue.suspend()
        disposeStep(on: scheduler, "queue \(number)", check)
        queue.resume()
        queue.sync(flags: .barrier) {}
      }
      // The main queue is busy while the main thread waits for another thread.
      guard Thread.isMainThread else { return }
      let mainSchedulers: [any ImmediateSchedulerType] = [
        MainScheduler(), MainScheduler.instance, MainScheduler.asyncInstance,
        ConcurrentMainScheduler.instance,
      ]
      for (number, scheduler) in mainSchedulers.enumerated() {
        onOtherThread { disposeStep(on: scheduler, "main scheduler \(number)", check) }
      }
      drainMainQueue()
    },
    Behavior("tasks", "end with their subscription") { check in
      for (number, make) in iterations.enumerated() {
        for waits in [true, false] {
          let ticks = Ticks()
          let subscription = start(make, ticks, check)
          if waits {
            check.expectSoon("task \(number) did not start") { !ticks.channels.isEmpty }
            check.expect(check.census.living > 0, "task \(number) retains no value")
          }
          subscription.dispose()
          check.expectSoon("task \(number) retains values after disposal") {
            check.census.living == 0
          }
          // Ends the task if it was not cancelled.
          for channel in ticks.channels { channel.cancel() }
          withExtendedLifetime(subscription) {}
        }
      }
    },
    Behavior("RACKVOTrampoline", "of an object that observes itself ends") { check in
      let target = Dial()
      let objects = Resources.total
      for count in 1...10 {
        let trampolines = (0..<count).map { _ in target.observe([.new], target, check) }
        target.level = count
        for trampoline in trampolines { trampoline.dispose() }
        check.expectLog(Array(repeating: "change - \(count)", count: count).joined(separator: " "))
        check.expect(check.census.living, is: 0, "values of blocks that were disposed")
      }
      target.level = 0
      check.expectLog("")
      check.expect(Resources.total, is: objects, "objects of observations that ended")
    },
    Behavior("RACKVOTrampoline", "options") { check in
      for rawValue in 0..<16 {
        let options = RACKeyValueObservingOptions(rawValue: rawValue)
        let target = Dial()
        target.level = 1
        let trampoline = target.observe(options, nil, check)
        target.level = 2
        trampoline.dispose()
        target.level = 3
        let old = options.contains(.old) ? "1" : "-"
        var expected: [String] = []
        if options.contains(.initial) {
          expected.append("change - \(options.contains(.new) ? "1" : "-")")
        }
        if options.contains(.prior) { expected.append("prior \(old) -") }
        expected.append("change \(old) \(options.contains(.new) ? "2" : "-")")
        check.expectLog(expected.joined(separator: " "))
      }
    },
    Behavior("containers", "that end on another thread while they grow") { check in
      for (name, make) in meetings {
        let probes = (0..<1_500).map { _ in check.probe() }
        onTwoThreadsInStep(probes.map(make))
        let lost = probes.count { $0.disposals != 1 }
        check.expect(lost, is: 0, "members that \(name) did not dispose once")
        check.expect(check.census.living, is: 0, "values of members of \(name)")
      }
    },
  ]

  /// Runs the pending work of the main queue. The caller must be on the main thread.
  private static func drainMainQueue() {
    let done = Tally()
    DispatchQueue.main.async { done.add() }
    for _ in 0..<200 where done.value == 0 {
      RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.001))
    }
  }

  /// Schedules an action that retains values, and disposes it before it can run.
  private static func disposeStep(
    on scheduler: any ImmediateSchedulerType, _ name: String, _ check: Check
  ) {
    let step = makeStep(on: scheduler, check)
    check.expect(check.census.living, is: 2, "values of a step that waits on \(name)")
    step.dispose()
    check.expect(check.census.living, is: 0, "values of a step that was disposed on \(name)")
    withExtendedLifetime(step) {}
  }

  @inline(never)
  private static func makeStep(
    on scheduler: any ImmediateSchedulerType, _ check: Check
  ) -> any Disposable {
    let held = check.census.make()
    return scheduler.schedule(check.census.make()) { _ in
      withExtendedLifetime(held) { Disposables.create() }
    }
  }

  /// Streams whose subscriptions iterate a sequence in a task.
  private static var iterations: [(HeldTicks) -> Observable<Int>] {
    [
      { $0.asObservable() }, { $0.asObservable(detached: true) },
      { $0.asObservable(detached: true, executorPreference: globalConcurrentExecutor) },
      { $0.asObservable(priority: nil) }, { $0.asObservable(priority: .high) },
      { first(of: $0, isDetached: false) }, { first(of: $0, isDetached: true) },
    ]
  }

  private static func first(of ticks: HeldTicks, isDetached: Bool) -> Observable<Int> {
    Single<Int>.create(detached: isDetached) {
      for try await tick in ticks { return tick }
      throw CellError()
    }.asObservable()
  }

  /// Subscribes to a stream of ticks that only the subscription retains.
  @inline(never)
  private static func start(
    _ make: (HeldTicks) -> Observable<Int>, _ ticks: Ticks, _ check: Check
  ) -> any Disposable {
    make(HeldTicks(check.census.make(), ticks)).subscribe(onError: { _ in })
  }

  private typealias Meeting = (add: () -> Void, end: () -> Void)

  /// Pairs of calls. The first call adds a member, and the second ends the object to which it is
  /// added. Whichever call runs first, the member must be disposed exactly once.
  private static var meetings: [(String, (DisposalProbe) -> Meeting)] {
    [
      (
        "a serial disposable",
        { probe in
          let serial = SerialDisposable()
          return ({ serial.disposable = probe }, { serial.dispose() })
        }
      ),
      (
        "a single assignment",
        { probe in
          let single = SingleAssignmentDisposable()
          return ({ single.setDisposable(probe) }, { single.dispose() })
        }
      ),
      (
        "a composite",
        { probe in
          let composite = CompositeDisposable()
          return ({ _ = composite.insert(probe) }, { composite.dispose() })
        }
      ),
      (
        "a RAC compound",
        { probe in
          let (compound, member) = (RACCompoundDisposable(), RACDisposable { probe.dispose() })
          return ({ compound.addDisposable(member) }, { compound.dispose() })
        }
      ),
      ("a publish subject", { meet(PublishSubject<Int>(), $0) }),
      ("a behavior subject", { meet(BehaviorSubject(value: 0), $0) }),
    ]
  }

  private static func meet(_ subject: SubjectBase<Int>, _ probe: DisposalProbe) -> Meeting {
    (
      { _ = subject.subscribe(onDisposed: { probe.dispose() }) },
      { subject.onCompleted() }
    )
  }

  /// Makes the first calls of all pairs on one thread and the second calls on another. Both threads
  /// begin each pair at nearly the same time.
  private static func onTwoThreadsInStep(_ meetings: [Meeting]) {
    let pace = Pace()
    nonisolated(unsafe) let meetings = meetings
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      unsafe run(meetings, thread, pace)
    }
  }

  private static func run(_ meetings: [Meeting], _ thread: Int, _ pace: Pace) {
    var spins = 200_000
    for (number, meeting) in meetings.enumerated() {
      pace.wait(thread, number, &spins)
      if thread == 0 { meeting.add() } else { meeting.end() }
    }
  }
}

/// The progress of two threads that do the same number of steps.
private final class Pace: Sendable {
  private let first = Atomic(-1)
  private let second = Atomic(-1)

  /// Waits until the other thread has also reached a step. Each check of its progress reduces
  /// `spins` by 1. The wait ends when `spins` is 0, because the other thread may not be running.
  func wait(_ thread: Int, _ number: Int, _ spins: inout Int) {
    if thread == 0 {
      first.store(number, ordering: .releasing)
    } else {
      second.store(number, ordering: .releasing)
    }
    while spins > 0, progress(of: 1 - thread) < number { spins -= 1 }
    // The delays differ from step to step, so that the calls overlap in different ways.
    for _ in 0..<(thread == 0 ? number % 7 : number / 7 % 7) { _ = progress(of: thread) }
  }

  private func progress(of thread: Int) -> Int {
    thread == 0 ? first.load(ordering: .acquiring) : second.load(ordering: .acquiring)
  }
}

/// An asynchronous sequence of ticks that retains a value.
private final class HeldTicks: AsyncSequence, Sendable {
  typealias Element = Int

  private let token: Token
  private let ticks: Ticks

  init(_ token: Token, _ ticks: Ticks) {
    self.token = token
    self.ticks = ticks
  }

  func makeAsyncIterator() -> Ticks.Iterator { ticks.makeAsyncIterator() }
}

/// An object with a property to observe.
private final class Dial: RACObservableObject, @unchecked Sendable {
  var level = 0 {
    willSet { willChange(\Dial.level, from: level) }
    didSet { didChange(\Dial.level, from: oldValue, to: level) }
  }

  /// Observes the property with a block that retains a value and logs each change.
  func observe(
    _ options: RACKeyValueObservingOptions, _ observer: RACObservableObject?, _ check: Check
  ) -> RACKVOTrampoline {
    let held = check.census.make()
    return RACKVOTrampoline(
      target: self, observer: observer, keyPath: \Dial.level, options: options
    ) { [weak check] _, _, change in
      withExtendedLifetime(held) {
        let kind = change.isPrior ? "prior" : "change"
        check?.log.append("\(kind) \(change.old ?? "-") \(change.new ?? "-")")
      }
    }
  }
}
