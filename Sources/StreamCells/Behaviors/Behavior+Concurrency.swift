import Streams

extension Behavior {
  /// Calls that two threads make at the same time, in every order of ``Interleaving``.
  static let concurrency: [Behavior] = containers + actions + subjectsOfTwoThreads

  private static let containers = [
    Behavior("SerialDisposable", "used by two threads") { check in
      explore(check) { probe in
        let serial = SerialDisposable()
        return SharedObject(
          calls: [("an assignment", { serial.disposable = probe() })],
          end: ("dispose", serial.dispose))
      }
    },
    Behavior("SingleAssignmentDisposable", "used by two threads") { check in
      explore(check, callsAreUnique: true) { probe in
        let single = SingleAssignmentDisposable()
        return SharedObject(
          calls: [("the assignment", { single.setDisposable(probe()) })],
          end: ("dispose", single.dispose))
      }
    },
    Behavior("CompositeDisposable", "used by two threads") { check in
      explore(check) { probe in
        let composite = CompositeDisposable()
        let key = composite.insert(probe())
        return SharedObject(
          calls: [
            ("insert", { _ = composite.insert(probe()) }),
            ("remove(for:)", { if let key { composite.remove(for: key) } }),
          ],
          end: ("dispose", composite.dispose))
      }
    },
    Behavior("RefCountDisposable", "used by two threads") { check in
      explore(check) { probe in
        let counted = RefCountDisposable(disposable: probe())
        let kept = counted.retain()
        return SharedObject(
          calls: [
            ("retain", { counted.retain().dispose() }), ("dispose of a part", { kept.dispose() }),
          ],
          end: (
            "dispose",
            {
              counted.dispose()
              kept.dispose()
            }
          ))
      }
    },
  ]

  private static let actions = [
    Behavior("AnonymousDisposable", "disposed by two threads") { check in
      runsOnce(check) { action in Disposables.create(with: action).dispose }
    },
    Behavior("ScheduledDisposable", "disposed by two threads") { check in
      runsOnce(check) { action in
        ScheduledDisposable(
          scheduler: CurrentThreadScheduler.instance, disposable: ActionOfEachDisposal(action)
        ).dispose
      }
    },
  ]

  private static let subjectsOfTwoThreads = [
    ofSubject("PublishSubject") { PublishSubject<Int>() },
    ofSubject("BehaviorSubject") { BehaviorSubject<Int>(value: 0) },
    ofSubject("ReplaySubject") { ReplaySubject<Int>.create(bufferSize: 2) },
    ofSubject("AsyncSubject") { AsyncSubject<Int>() },
  ]

  private static func ofSubject(
    _ name: String, _ make: @escaping @Sendable () -> SubjectBase<Int>
  ) -> Behavior {
    Behavior(name, "used by two threads") { check in
      for ending in [Event<Int>.completed, .error(CellError())] {
        explore(check) { probe in
          let subject = make()
          let subscriptions = CompositeDisposable()
          let subscribe = {
            let held = probe()
            let subscription = subject.subscribe(
              onNext: { _ in withExtendedLifetime(held) {} }, onError: { _ in },
              onDisposed: { held.dispose() })
            _ = subscriptions.insert(subscription)
          }
          subscribe()
          let first = subject.subscribe(onNext: { _ in }, onError: { _ in })
          return SharedObject(
            calls: [
              ("subscribe", subscribe), ("onNext", { subject.onNext(1) }),
              ("dispose of a subscription", first.dispose),
            ],
            end: ("the terminal event", { subject.on(ending) }))
        }
      }
    }
  }

  /// An object that two threads use.
  struct SharedObject {
    /// The calls that a thread can make, each with its name.
    var calls: [(name: String, make: () -> Void)]
    /// The call after which the object must have disposed and released every probe.
    var end: (name: String, make: () -> Void)

    /// The calls in the order of their indices.
    var all: [(name: String, make: () -> Void)] { calls + [end] }
  }

  /// Makes each pair of calls in every order. After the call that ends the object, every probe must
  /// have been disposed, and no probe may be alive, although the object still is.
  ///
  /// - Parameters:
  ///   - callsAreUnique: A Boolean value indicating whether each call can be made only once.
  ///   - make: A closure that makes an object. Its parameter returns a new probe.
  static func explore(
    _ check: Check, callsAreUnique: Bool = false, _ make: (@escaping () -> Probe) -> SharedObject
  ) {
    let interleaving = Interleaving()
    let made = MadeProbes()
    let probe = { made.add(Probe(check.census)) }
    let count = make(probe).all.count
    made.probes = []
    for first in 0..<count {
      for second in 0..<count where first != second || !callsAreUnique {
        var object: SharedObject?
        let names = { (index: Int) in object?.all[index].name ?? "" }
        let outcome = interleaving.explore {
          let calls = make(probe)
          object = calls
          return ConcurrentCalls(first: calls.all[first].make, second: calls.all[second].make)
        } check: {
          if first < count - 1 && second < count - 1 { object?.end.make() }
          let order =
            "\(names(second)) ran on another thread while \(names(first)) was suspended"
          let undisposed = made.probes.count { !$0.isDisposed }
          check.expect(undisposed, is: 0, "undisposed members after \(order)")
          made.probes = []
          check.expect(check.census.living, is: 0, "values that are alive after \(order)")
          return undisposed == 0 && check.census.living == 0
        }
        check.expect(
          outcome == .finished,
          "\(names(second)) on another thread while \(names(first)) was suspended: \(outcome)")
      }
    }
  }

  /// Disposes a disposable on two threads, in every order. Its action must run once.
  ///
  /// - Parameter make: A closure that makes a disposable with an action, and returns its
  ///   `dispose()`.
  static func runsOnce(_ check: Check, _ make: (@escaping () -> Void) -> () -> Void) {
    let outcome = Interleaving().explore {
      let dispose = make { [weak check] in check?.log.append("disposed") }
      return ConcurrentCalls(first: dispose, second: dispose)
    } check: {
      check.expectLog("disposed")
      return true
    }
    check.expect(
      outcome == .finished, "a disposal on another thread during a disposal: \(outcome)")
  }

  /// A disposable that runs its action at each disposal.
  private struct ActionOfEachDisposal: Disposable {
    private let action: () -> Void

    init(_ action: @escaping () -> Void) { self.action = action }

    func dispose() { action() }
  }

  /// A disposable that retains a value until it is disposed, and another until it is deallocated.
  final class Probe: Disposable, @unchecked Sendable {
    private var disposed: Token?
    private let deallocated: Token

    init(_ census: TokenCensus) { (disposed, deallocated) = (census.make(), census.make()) }

    var isDisposed: Bool { disposed == nil }

    func dispose() { disposed = nil }
  }

  /// The probes that were made for one pair of calls.
  private final class MadeProbes {
    var probes: [Probe] = []

    func add(_ probe: Probe) -> Probe {
      probes.append(probe)
      return probe
    }
  }
}
