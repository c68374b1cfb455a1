import RACDisposables
import Scenarios
import Streams

extension Behavior {
  /// The memory that a burst of elements, observers or members needs. It must be released when the
  /// burst is over, although the stream or container is still in use.
  static let bursts = [
    Behavior("subjects", "release the memory that many observers needed") { check in
      for (name, make) in subjectMakers {
        let feed = make()
        expectRelease(check, "\(size) observers of \(name)") { subscribeAndDispose(feed) }
        withExtendedLifetime(feed) {}
      }
    },
    Behavior("queues", "release the memory that many elements needed") { check in
      for (name, make) in queues {
        let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
        let clock = TestScheduler(initialClock: 0)
        var reaction: (() -> Void)?
        let subscription = make(first, second, clock).subscribe(onNext: { _ in
          reaction.take()?()
        })
        let burst = {
          for _ in 0..<size { first.onNext(1) }
          for _ in 0..<size { second.onNext(1) }
          clock.advanceTo(clock.clock + 3 * size)
        }
        // Makes the operator reserve its initial memory before the measurement.
        first.onNext(1)
        second.onNext(1)
        clock.advanceTo(clock.clock + 3 * size)
        expectRelease(check, "\(size) elements in \(name)", burst)
        // The elements arrive while another one is handled.
        expectRelease(check, "\(size) elements in \(name) inside a handler") {
          reaction = burst
          first.onNext(1)
          second.onNext(1)
          clock.advanceTo(clock.clock + 3 * size)
          reaction = nil
          clock.advanceTo(clock.clock + 3 * size)
        }
        subscription.dispose()
      }
    },
    Behavior("containers", "release the memory that many members needed") { check in
      let composite = CompositeDisposable()
      expectRelease(check, "\(memberCount) members of a composite") {
        let keys = (0..<memberCount).map { _ in composite.insert(BooleanDisposable()) }
        for key in keys { if let key { composite.remove(for: key) } }
      }
      let compound = RACCompoundDisposable()
      expectRelease(check, "\(memberCount) members of a compound disposable") {
        let members = (0..<memberCount).map { _ in RACDisposable() }
        for member in members { compound.addDisposable(member) }
        for member in members.reversed() { compound.removeDisposable(member) }
      }
    },
  ]

  /// The number of elements or observers in a burst.
  private static let size = 500
  /// The number of members in a burst. Each needs less memory than an element in a queue.
  private static let memberCount = 1_500

  private typealias Maker = (Observable<Int>, Observable<Int>, TestScheduler) -> Observable<Int>

  /// Operators that queue elements or actions.
  private static var queues: [(String, Maker)] {
    [
      ("zip", { first, second, _ in .zip(first, second) { $0 + $1 } }),
      ("zip of a collection", { first, second, _ in .zip([first, second]) { $0[0] } }),
      ("merge", { first, second, _ in .merge(first, second) }),
      ("combineLatest", { first, second, _ in .combineLatest(first, second) { $0 + $1 } }),
      (
        "concatMap",
        { first, second, _ in Observable.merge(first, second).concatMap { Observable.just($0) } }
      ),
      ("flatMap", { first, second, _ in first.flatMap { _ in second.take(1) } }),
      ("flatMapLatest", { first, second, _ in first.flatMapLatest { _ in second.take(1) } }),
      ("observe(on:)", { first, _, clock in first.observe(on: clock) }),
      ("delay", { first, _, clock in first.delay(.seconds(1), scheduler: clock) }),
      ("debounce", { first, _, clock in first.debounce(.seconds(1), scheduler: clock) }),
      ("throttle", { first, _, clock in first.throttle(.seconds(1), scheduler: clock) }),
      (
        "buffer",
        { first, _, clock in
          first.buffer(timeSpan: .seconds(1), count: size, scheduler: clock).map(\.count)
        }
      ),
      ("takeLast", { first, second, _ in .merge(first.takeLast(1), second) }),
      ("groupBy", { first, second, _ in first.groupBy { $0 }.flatMap { $0 } }),
    ]
  }

  /// This is a separate function so that none of its temporaries is alive after it returns.
  @inline(never)
  private static func subscribeAndDispose(_ feed: Observable<Int>) {
    let subscriptions = (0..<size).map { _ in feed.subscribe() }
    for subscription in subscriptions { subscription.dispose() }
  }

  /// Fails if a burst leaves 4,000 bytes or more on the heap.
  private static func expectRelease(_ check: Check, _ name: String, _ burst: () -> Void) {
    let before = HeapSize.current
    burst()
    let growth = HeapSize.current - before
    check.expect(growth < 4_000, "\(growth) bytes remain of \(name)")
  }
}
