import Dispatch
import RACDisposables
import Scenarios
import Streams

extension Behavior {
  /// Uses of memory, stack and objects that must not grow with the number of events or operators,
  /// and the deliveries of `observe(on:)`.
  static let bounds = [
    Behavior("queues of elements", "keep no removed entry") { check in
      let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
      let clock = TestScheduler(initialClock: 0)
      let streams: [Observable<Int>] = [
        .zip(first, second) { $0 + $1 }, first.observe(on: clock),
        first.delay(.seconds(1), scheduler: clock), first.concatMap { Observable.just($0) },
      ]
      for (number, stream) in streams.enumerated() {
        let subscription = stream.subscribe(onNext: { _ in })
        expectSteadyHeap(check, "stream \(number)", repetitions: 4_000) {
          first.onNext(1)
          second.onNext(1)
          clock.advanceTo(clock.clock + 2)
        }
        subscription.dispose()
      }
    },
    Behavior("trampoline", "keeps no removed entry") { check in
      // While a trampoline alternates between several recursive actions, its queue is never empty,
      // so the queue could grow without limit. Each `count` uses a new thread, because each thread
      // has its own trampoline.
      for count in 1...3 {
        var steps = 0
        var sizes: [Int] = []
        onOtherThread {
          _ = CurrentThreadScheduler.instance.schedule(()) { _ in
            let works = (0..<count).map { _ in
              CurrentThreadScheduler.instance.scheduleRecursive(()) { _, recurse in
                steps += 1
                if steps == 1_000 || steps == 9_000 { sizes.append(HeapSize.current) }
                if steps < 9_000 { recurse(()) }
              }
            }
            return CompositeDisposable(disposables: works)
          }
        }
        let growth = sizes[1] - sizes[0]
        check.expect(growth < 20_000, "\(growth) bytes for the steps of \(count) works that ran")
      }
    },
    Behavior("zip", "retains no element that cannot be combined any more") { check in
      let makers: [(String, Int, ([Observable<Token>]) -> Observable<Int>)] = [
        ("zip of two", 2, { .zip($0[0], $0[1]) { _, _ in 1 } }),
        ("zip of three", 3, { .zip($0[0], $0[1], $0[2]) { _, _, _ in 1 } }),
        ("zip of a collection of two", 2, { .zip($0) { $0.count } }),
        ("zip of a collection", 3, { .zip($0) { $0.count } }),
        ("zip of a large collection", 9, { .zip($0) { $0.count } }),
      ]
      for (name, count, make) in makers {
        for ended in 0..<count {
          for elements in 0...1 {
            let feeds = (0..<count).map { _ in PublishSubject<Token>() }
            let subscription = make(feeds).subscribe(onNext: { _ in })
            for _ in 0..<elements { for feed in feeds { feed.onNext(check.census.make()) } }
            feeds[ended].onCompleted()
            for _ in 0..<10 { feeds[(ended + 1) % count].onNext(check.census.make()) }
            check.expect(
              check.census.living, is: 0,
              "elements that \(name) retains after source \(ended) ended, \(elements) combined")
            subscription.dispose()
          }
        }
      }
    },
    Behavior("interval", "retains no step that ran") { check in
      let clock = TestScheduler(initialClock: 0)
      let subscription = Observable<Int>.interval(.seconds(1), scheduler: clock)
        .subscribe(onNext: { _ in })
      clock.advanceTo(5)
      let before = Int(Resources.total)
      clock.advanceTo(205)
      check.expect(Int(Resources.total) - before < 8, "actions that have run are still retained")
      subscription.dispose()
    },
    Behavior("observations", "that ended leave no entry") { check in
      let target = BoundedTarget()
      expectSteadyHeap(check, "observations", repetitions: 1_500) {
        RACKVOTrampoline(
          target: target, observer: nil, keyPath: \BoundedTarget.value, options: .new,
          block: { _, _, _ in }
        ).dispose()
      }
    },
    Behavior("heap", "does not grow with observations of released objects") { check in
      let observer = RACObservableObject()
      expectSteadyHeap(check, "observations", repetitions: 1_500) {
        _ = RACKVOTrampoline(
          target: BoundedTarget(), observer: observer, keyPath: \BoundedTarget.value,
          options: .new, block: { _, _, _ in })
      }
    },
    Behavior("stack", "does not grow with the length of a chain") { check in
      let makers: [(Observable<Int>) -> Observable<Int>] = [
        { .merge($0, Observable.empty()) }, { $0.amb(Observable.never()) },
        { .combineLatest($0, Observable.just(0)) { $0 + $1 } },
        { .zip($0, Observable.just(0)) { $0 + $1 } },
        { inner in Observable.just(0).flatMap { _ in inner } },
      ]
      let ends: [(Observable<Int>) -> Observable<Int>] = [
        { $0 }, { $0.concat(Observable.error(CellError())) },
      ]
      for (number, make) in makers.enumerated() {
        for end in ends {
          let short = StackDepth(of: chain(40, of: end(.just(1)), make))
          let long = StackDepth(of: chain(200, of: end(.just(1)), make))
          check.expect(
            long.element <= 2 * short.element,
            "stack depths of the elements of stream \(number): \(short), \(long)")
          check.expect(
            long.end <= 2 * short.end,
            "stack depths at the end of stream \(number): \(short), \(long)")
        }
      }
    },
    Behavior("groupBy", "releases its groups before the end arrives") { check in
      for event in [Event<Int>.completed, .error(CellError())] {
        let feed = PublishSubject<Int>()
        var atEnd = 0
        let subscription = feed.groupBy { $0 }.subscribe(
          onNext: { _ in }, onError: { _ in atEnd = Int(Resources.total) },
          onCompleted: { atEnd = Int(Resources.total) })
        for number in 0..<50 { feed.onNext(number) }
        let before = Int(Resources.total)
        feed.on(event)
        check.expect(before - atEnd >= 50, "\(before - atEnd) objects are released at the end")
        subscription.dispose()
      }
    },
    Behavior("combinations", "release subscriptions to sources that ended") { check in
      let makers: [([Observable<Int>]) -> Observable<Int>] = [
        { .combineLatest($0) { $0.count } }, { .zip($0) { $0.count } }, { .merge($0) },
      ]
      for (number, make) in makers.enumerated() {
        let feeds = (0..<20).map { _ in PublishSubject<Int>() }
        let subscription = make(feeds.map { $0.asObservable() }).subscribe(onNext: { _ in })
        for feed in feeds { feed.onNext(1) }
        let before = Int(Resources.total)
        for feed in feeds.dropLast() { feed.onCompleted() }
        let released = before - Int(Resources.total)
        check.expect(released >= 19, "stream \(number) released only \(released) objects")
        subscription.dispose()
      }
    },
    Behavior("combinations", "retain no subscription to a source that ended immediately") { check in
      let makers: [([Observable<Int>]) -> Observable<Int>] = [
        { .combineLatest($0) { $0.count } }, { .zip($0) { $0.count } }, { .merge($0) },
      ]
      let ended = Observable<Int>.create { observer in
        observer.onNext(1)
        observer.onCompleted()
        return Disposables.create()
      }
      for (number, make) in makers.enumerated() {
        let counts = [10, 30].map { count in
          let sources = Array(repeating: ended, count: count) + [.never()]
          let before = Int(Resources.total)
          let subscription = make(sources).subscribe(onNext: { _ in })
          defer { subscription.dispose() }
          return Int(Resources.total) - before
        }
        // For each source that ended, at most an observer and a queue may remain.
        check.expect(
          counts[1] - counts[0] <= 40,
          "numbers of objects that stream \(number) retains for ended sources: \(counts)")
      }
    },
    Behavior("refCount", "does not connect for an observer that has ended") { check in
      for event in [Event<Int>.completed, .error(CellError())] {
        var connections = 0
        let source = Observable<Int>.deferred {
          connections += 1
          return .never()
        }
        let subject = PublishSubject<Int>()
        subject.on(event)
        source.multicast(subject).refCount().subscribe(onError: { _ in }).dispose()
        check.expect(connections, is: 0, "connections")
      }
    },
    Behavior("observe(on:)", "sends one element at a time") { check in
      let scheduler = ConcurrentDispatchQueueScheduler(qos: .default)
      let (second, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let feed = PublishSubject<Int>()
      let subscription = feed.observe(on: scheduler).subscribe(onNext: { number in
        if number == 1 {
          let arrival = second.wait(timeout: .now() + .milliseconds(20))
          check.expect(arrival == .timedOut, "an element arrives while another is handled")
        } else {
          second.signal()
          done.signal()
        }
      })
      feed.onNext(1)
      feed.onNext(2)
      check.expect(done.wait(timeout: .now() + 2) == .success, "no second element arrived")
      subscription.dispose()
    },
    Behavior("observe(on:)", "keeps the position of elements among other work") { check in
      let queue = DispatchQueue(label: "cell")
      let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "cell")
      let (feed, done) = (PublishSubject<Int>(), DispatchSemaphore(value: 0))
      queue.suspend()
      let subscription = feed.observe(on: scheduler).subscribe(onNext: {
        check.log.append("\($0)")
      })
      feed.onNext(1)
      feed.onNext(2)
      _ = scheduler.schedule(()) { _ in
        check.log.append("work")
        done.signal()
        return Disposables.create()
      }
      queue.resume()
      done.wait()
      check.expectLog("1 2 work")
      subscription.dispose()
    },
    Behavior("observe(on:)", "disposed in its handler by a source that keeps its observer") {
      check in
      let queue = DispatchQueue(label: "cell")
      let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "cell")
      let (serial, done) = (SerialDisposable(), DispatchSemaphore(value: 0))
      var observer: AnyObserver<Int>?
      let source = Observable<Int>.create {
        observer = $0
        return Disposables.create()
      }
      queue.suspend()
      serial.disposable = source.observe(on: scheduler).subscribe(onNext: {
        [unowned serial] number in
        check.log.append("\(number)")
        if number == 2 { serial.dispose() }
      })
      for number in 1...4 { observer?.onNext(number) }
      _ = scheduler.schedule(()) { _ in
        done.signal()
        return Disposables.create()
      }
      queue.resume()
      done.wait()
      check.expectLog("1 2")
      observer = nil
    },
  ]

  private static func chain(
    _ length: Int, of source: Observable<Int>, _ make: (Observable<Int>) -> Observable<Int>
  ) -> Observable<Int> {
    var chain = source
    for _ in 0..<length { chain = make(chain) }
    return chain
  }

  /// Fails if an action, repeated many times, makes the heap grow by four bytes or more per
  /// repetition.
  static func expectSteadyHeap(
    _ check: Check, _ name: String, repetitions: Int, _ action: () -> Void
  ) {
    for _ in 0..<repetitions / 8 { action() }
    let before = HeapSize.current
    for _ in 0..<repetitions { action() }
    let growth = HeapSize.current - before
    check.expect(
      growth < 4 * repetitions, "\(name): \(growth) bytes for \(repetitions) repetitions")
  }
}

private final class BoundedTarget: RACObservableObject, @unchecked Sendable {
  var value = 0
}

/// The stack depths, in bytes, at which the events of a subscription arrive.
private struct StackDepth {
  /// The maximum depth at which an element arrived.
  private(set) var element = 0
  /// The depth at which the terminal event arrived.
  private(set) var end = 0

  init(of stream: Observable<Int>) {
    let bottom = Self.address()
    var (element, end) = (0, 0)
    stream.subscribe(
      onNext: { _ in element = max(element, bottom - Self.address()) },
      onError: { _ in end = bottom - Self.address() },
      onCompleted: { end = bottom - Self.address() }
    ).dispose()
    (self.element, self.end) = (element, end)
  }

  /// Returns the address of a local variable, which indicates the current depth of the stack.
  @inline(never)
  private static func address() -> Int {
    var marker: UInt8 = 0
    return unsafe withUnsafeMutablePointer(to: &marker) { Int(bitPattern: $0) }
  }
}
