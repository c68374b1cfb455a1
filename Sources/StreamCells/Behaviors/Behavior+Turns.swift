import Streams

extension Behavior {
  /// The order of actions during one call: an error is sent after the running handler has returned,
  /// and members are disposed in the order in which they were added.
  static let turns = [
    Behavior("flattening operators", "send an error after the element that is handled") { check in
      for (name, isConcurrent, make) in flattening {
        for isThrown in [false, true] {
          let (outer, inner, next) = (
            PublishSubject<Int>(), PublishSubject<Int>(), PublishSubject<Int>()
          )
          let subscription = make(outer) { number in
            if number == 9 { throw CellError() }
            return number == 0 ? inner : next
          }.subscribe(
            onNext: {
              check.log.append("+\($0)")
              if $0 == 1 {
                next.onNext(2)
                if isThrown { outer.onNext(9) } else { outer.onError(CellError()) }
              }
              check.log.append("-\($0)")
            }, onError: { _ in check.log.append("error") })
          outer.onNext(0)
          if isConcurrent { outer.onNext(1) }
          inner.onNext(1)
          let elements = isConcurrent ? "+1 -1 +2 -2" : "+1 -1"
          check.expect(
            check.log.joined(separator: " "), is: "\(elements) error",
            "the events of \(name), \(isThrown ? "the error of the closure" : "an error")")
          check.log = []
          subscription.dispose()
        }
      }
    },
    Behavior("Observable.create", "sends nothing after the disposal has begun") { check in
      let subscription = Observable<Int>.create { observer in
        Disposables.create { observer.onNext(9) }
      }.log(check)
      subscription.dispose()
      check.expectLog("disposed")
    },
    Behavior("generate", "computes a state only when it is needed") { check in
      let subscription = Observable.generate(
        initialState: 0, condition: { $0 < 9 },
        iterate: {
          check.log.append("iterate")
          return $0 + 1
        }
      ).take(2).log(check)
      subscription.dispose()
      check.expectLog("0 iterate 1 completed disposed")
    },
    Behavior("throttle", "measures from the end of the handler") { check in
      let (clock, feed) = (TestScheduler(initialClock: 0), PublishSubject<Int>())
      let subscription = feed.throttle(.seconds(2), latest: false, scheduler: clock)
        .subscribe(onNext: {
          check.log.append("\($0)")
          if $0 == 1 { clock.sleep(3) }
        })
      feed.onNext(1)
      feed.onNext(2)
      subscription.dispose()
      check.expectLog("1")
    },
    Behavior("interval", "keeps its period if handlers take time") { check in
      let clock = TestScheduler(initialClock: 0)
      let subscription = Observable<Int>.interval(.seconds(2), scheduler: clock).take(3)
        .subscribe(onNext: { _ in
          check.log.append("\(clock.clock)")
          clock.sleep(1)
        })
      clock.start()
      subscription.dispose()
      check.expectLog("2 4 6")
    },
    Behavior("containers", "dispose their members in the order of insertion") { check in
      func member(_ name: String) -> any Disposable {
        Disposables.create { check.log.append(name) }
      }
      for count in 2...12 {
        let names = (0..<count).map { "\($0)" }
        for removed in 0..<count {
          let composite = CompositeDisposable()
          let keys = names.map { composite.insert(member($0)) }
          if let key = keys[removed] { composite.remove(for: key) }
          check.log = []
          _ = composite.insert(member("new"))
          composite.dispose()
          let rest = names.filter { $0 != "\(removed)" }
          check.expect(check.log, is: rest + ["new"], "the order without member \(removed)")
          check.log = []
        }
        var bag: DisposeBag? = DisposeBag()
        for name in names { bag?.insert(member(name)) }
        bag = nil
        check.expect(check.log, is: names, "the order of a bag with \(count) members")
        check.log = []
      }
    },
    Behavior("SerialDisposable", "has its new member when it disposes the old one") { check in
      let (serial, new) = (SerialDisposable(), BooleanDisposable())
      serial.disposable = Disposables.create { [unowned serial] in serial.disposable.dispose() }
      serial.disposable = new
      check.expect(new.isDisposed, "the old member could not dispose the new one")
    },
    Behavior("skip(until:)", "subscribes to its source first") { check in
      let source = Observable<Int>.create { observer in
        observer.onNext(1)
        observer.onNext(2)
        return Disposables.create()
      }
      source.skip(until: Observable.just(0)).log(check).dispose()
      check.expectLog("disposed")
    },
  ]

  private typealias Selector = (Int) throws -> PublishSubject<Int>
  private typealias Flattening = (PublishSubject<Int>, @escaping Selector) -> Observable<Int>

  /// Operators that subscribe to the sequences that a closure returns, and whether they subscribe
  /// to several sequences at a time.
  private static var flattening: [(String, isConcurrent: Bool, Flattening)] {
    [
      ("flatMap", true, { outer, select in outer.flatMap(select) }),
      ("flatMapLatest", false, { outer, select in outer.flatMapLatest(select) }),
      ("map and merge", true, { outer, select in outer.map(select).merge() }),
      ("map and switchLatest", false, { outer, select in outer.map(select).switchLatest() }),
      ("map and merge(maxConcurrent:)", false, { $0.map($1).merge(maxConcurrent: 1) }),
    ]
  }
}
