import Streams

/// The measured operations. Most of them are also cases of the comparison with other libraries in
/// `Tests/Peers`.
var streamBenchmarkCases: [StreamBenchmarkCase] {
  [
    StreamBenchmarkCase(name: "publish subject, 1 subscriber") { rounds in
      emit(rounds, observers: 1) { $0 }
    },
    StreamBenchmarkCase(name: "publish subject, 10 subscribers (sends)") { rounds in
      emit(rounds, observers: 10) { $0 }
    },
    StreamBenchmarkCase(name: "behavior subject, 1 subscriber") { rounds in
      var sum = 0
      let subject = BehaviorSubject(value: 0)
      let subscription = subject.subscribe(onNext: { sum &+= $0 })
      for element in 0..<rounds { subject.onNext(element) }
      subscription.dispose()
      keep(sum)
    },
    StreamBenchmarkCase(name: "map/filter chain of 5 from a subject") { rounds in
      emit(rounds, observers: 1, through: chainOfFive)
    },
    StreamBenchmarkCase(name: "map/filter chain of 5 from create") { rounds in
      var sum = 0
      let source = Observable<Int>.create { observer in
        for element in 0..<rounds { observer.onNext(element) }
        observer.onCompleted()
        return Disposables.create()
      }
      _ = chainOfFive(source).subscribe(onNext: { sum &+= $0 })
      keep(sum)
    },
    StreamBenchmarkCase(name: "create + subscribe + complete") { rounds in
      var sum = 0
      for round in 0..<rounds {
        _ = Observable<Int>.create { observer in
          observer.onNext(round)
          observer.onCompleted()
          return Disposables.create()
        }.subscribe(onNext: { sum &+= $0 })
      }
      keep(sum)
    },
    StreamBenchmarkCase(name: "chain of 5, subscribe + dispose") { rounds in
      var sum = 0
      let subject = PublishSubject<Int>()
      for _ in 0..<rounds {
        chainOfFive(subject).subscribe(onNext: { sum &+= $0 }).dispose()
      }
      keep(sum)
    },
    StreamBenchmarkCase(name: "subject, subscribe + dispose") { rounds in
      var sum = 0
      let subject = PublishSubject<Int>()
      for _ in 0..<rounds {
        subject.subscribe(onNext: { sum &+= $0 }).dispose()
      }
      keep(sum)
    },
    StreamBenchmarkCase(name: "just, subscribe") { rounds in
      var sum = 0
      for round in 0..<rounds {
        _ = Observable.just(round).subscribe(onNext: { sum &+= $0 })
      }
      keep(sum)
    },
    StreamBenchmarkCase(name: "flatMap(just)") { rounds in
      var sum = 0
      let subject = PublishSubject<Int>()
      let subscription = subject.flatMap { Observable.just($0) }.subscribe(onNext: { sum &+= $0 })
      for element in 0..<rounds { subject.onNext(element) }
      subscription.dispose()
      keep(sum)
    },
    StreamBenchmarkCase(name: "combineLatest of 2") { rounds in
      var sum = 0
      let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
      let subscription = Observable.combineLatest(left, right) { $0 &+ $1 }
        .subscribe(onNext: { sum &+= $0 })
      right.onNext(1)
      for element in 0..<rounds { left.onNext(element) }
      subscription.dispose()
      keep(sum)
    },
    StreamBenchmarkCase(name: "share, 2 subscribers") { rounds in
      var sum = 0
      let subject = PublishSubject<Int>()
      let shared = subject.map { $0 &+ 1 }.share()
      let bag = DisposeBag()
      for _ in 0..<2 { shared.subscribe(onNext: { sum &+= $0 }).disposed(by: bag) }
      for element in 0..<rounds { subject.onNext(element) }
      keep(sum)
    },
    StreamBenchmarkCase(name: "replay(1) subject, 1 subscriber") { rounds in
      var sum = 0
      let subject = ReplaySubject<Int>.create(bufferSize: 1)
      let subscription = subject.subscribe(onNext: { sum &+= $0 })
      for element in 0..<rounds { subject.onNext(element) }
      subscription.dispose()
      keep(sum)
    },
    StreamBenchmarkCase(name: "share(replay: 1), subscribe + dispose") { rounds in
      var sum = 0
      let shared = PublishSubject<Int>().share(replay: 1)
      for _ in 0..<rounds {
        shared.subscribe(onNext: { sum &+= $0 }).dispose()
      }
      keep(sum)
    },
    StreamBenchmarkCase(name: "scan") { rounds in
      emit(rounds, observers: 1) { $0.scan(0) { $0 &+ $1 } }
    },
    StreamBenchmarkCase(name: "scan into an array of up to 1,000") { rounds in
      emit(rounds, observers: 1) {
        $0.scan(into: [Int]()) { kept, element in
          if kept.count == 1_000 { kept.removeAll(keepingCapacity: true) }
          kept.append(element)
        }.map(\.count)
      }
    },
    StreamBenchmarkCase(name: "from(array of 100), an element", operationsPerRound: 100) { rounds in
      var sum = 0
      let elements = Array(0..<100)
      for _ in 0..<rounds { _ = Observable.from(elements).subscribe(onNext: { sum &+= $0 }) }
      keep(sum)
    },
    StreamBenchmarkCase(name: "range of 100, an element", operationsPerRound: 100) { rounds in
      var sum = 0
      for _ in 0..<rounds {
        _ = Observable.range(start: 0, count: 100).subscribe(onNext: { sum &+= $0 })
      }
      keep(sum)
    },
    StreamBenchmarkCase(name: "concat of 2 just") { rounds in
      var sum = 0
      for round in 0..<rounds {
        _ = Observable.just(round).concat(Observable.just(round))
          .subscribe(onNext: { sum &+= $0 })
      }
      keep(sum)
    },
    StreamBenchmarkCase(name: "bag of 10,000 actions, an item", operationsPerRound: 10_000) {
      rounds in
      var sum = 0
      for _ in 0..<rounds {
        let bag = DisposeBag()
        for element in 0..<10_000 {
          Disposables.create { sum &+= element }.disposed(by: bag)
        }
      }
      keep(sum)
    },
    StreamBenchmarkCase(
      name: "bag of 10,000 subject subscriptions, each", operationsPerRound: 10_000
    ) { rounds in
      var sum = 0
      for _ in 0..<rounds {
        let subject = PublishSubject<Int>()
        let bag = DisposeBag()
        for _ in 0..<10_000 {
          subject.subscribe(onNext: { sum &+= $0 }).disposed(by: bag)
        }
      }
      keep(sum)
    },
  ]
}

private func emit(
  _ count: Int, observers: Int, through chain: (Observable<Int>) -> Observable<Int>
) {
  var sum = 0
  let subject = PublishSubject<Int>()
  let bag = DisposeBag()
  for _ in 0..<observers {
    chain(subject).subscribe(onNext: { sum &+= $0 }).disposed(by: bag)
  }
  for element in 0..<count { subject.onNext(element) }
  keep(sum)
}

/// Returns a chain of three `map` and two `filter` operators. The filters pass every element.
private func chainOfFive(_ source: Observable<Int>) -> Observable<Int> {
  source
    .map { $0 &+ 1 }
    .filter { $0 != .min }
    .map { $0 &* 3 }
    .filter { $0 != .max }
    .map { $0 &- 1 }
}

/// Prevents the optimizer from removing the computation of a value.
@inline(never)
private func keep(_ value: Int) {
  withExtendedLifetime(value) {}
}
