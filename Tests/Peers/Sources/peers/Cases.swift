import OpenCombine
import Streams

/// The rows of the project's table of peers that OpenCombine supports as well.
@MainActor let cases: [Case] = [
  Case(
    name: "publish subject, 1 subscriber", bestOverOpenCombine: 1,
    streams: { emitStreams(PublishSubject<Int>(), $0, subscribers: 1) { $0 } },
    openCombine: { emitCombine(PassthroughSubject<Int, Never>(), $0, subscribers: 1) { $0 } }),
  Case(
    name: "publish subject, 10 subscribers (sends)", bestOverOpenCombine: 1.30 / 0.677,
    streams: { emitStreams(PublishSubject<Int>(), $0, subscribers: 10) { $0 } },
    openCombine: { emitCombine(PassthroughSubject<Int, Never>(), $0, subscribers: 10) { $0 } }),
  Case(
    name: "behavior subject, 1 subscriber", bestOverOpenCombine: 1,
    streams: { emitStreams(BehaviorSubject(value: 0), $0, subscribers: 1) { $0 } },
    openCombine: {
      emitCombine(CurrentValueSubject<Int, Never>(0), $0, subscribers: 1) { $0 }
    }),
  Case(
    name: "map/filter chain of 5 from a subject", bestOverOpenCombine: 1,
    streams: { emitStreams(PublishSubject<Int>(), $0, subscribers: 1, chainOfFive) },
    openCombine: {
      emitCombine(PassthroughSubject<Int, Never>(), $0, subscribers: 1) { chainOfFive($0) }
    }),
  Case(
    name: "create (peer: Deferred Just) + complete", bestOverOpenCombine: 1,
    streams: { rounds in
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
    openCombine: { rounds in
      var sum = 0
      for round in 0..<rounds {
        _ = Deferred { OpenCombine.Just(round) }.sink { sum &+= $0 }
      }
      keep(sum)
    }),
  Case(
    name: "chain of 5, subscribe + dispose", bestOverOpenCombine: 1,
    streams: { rounds in
      var sum = 0
      let subject = PublishSubject<Int>()
      for _ in 0..<rounds {
        chainOfFive(subject).subscribe(onNext: { sum &+= $0 }).dispose()
      }
      keep(sum)
    },
    openCombine: { rounds in
      var sum = 0
      let subject = PassthroughSubject<Int, Never>()
      for _ in 0..<rounds { chainOfFive(subject).sink { sum &+= $0 }.cancel() }
      keep(sum)
    }),
  Case(
    name: "subject, subscribe + dispose", bestOverOpenCombine: 1.42 / 0.864,
    streams: { rounds in
      var sum = 0
      let subject = PublishSubject<Int>()
      for _ in 0..<rounds { subject.subscribe(onNext: { sum &+= $0 }).dispose() }
      keep(sum)
    },
    openCombine: { rounds in
      var sum = 0
      let subject = PassthroughSubject<Int, Never>()
      for _ in 0..<rounds { subject.sink { sum &+= $0 }.cancel() }
      keep(sum)
    }),
  Case(
    name: "just, subscribe", bestOverOpenCombine: 3.23 / 1.50,
    streams: { rounds in
      var sum = 0
      for round in 0..<rounds {
        _ = Observable.just(round).subscribe(onNext: { sum &+= $0 })
      }
      keep(sum)
    },
    openCombine: { rounds in
      var sum = 0
      for round in 0..<rounds { _ = OpenCombine.Just(round).sink { sum &+= $0 } }
      keep(sum)
    }),
  Case(
    name: "flatMap(just)", bestOverOpenCombine: 1,
    streams: { rounds in
      emitStreams(PublishSubject<Int>(), rounds, subscribers: 1) {
        $0.flatMap { Observable.just($0) }
      }
    },
    openCombine: { rounds in
      emitCombine(PassthroughSubject<Int, Never>(), rounds, subscribers: 1) {
        $0.flatMap { OpenCombine.Just($0) }
      }
    }),
  Case(
    name: "combineLatest of 2 (peer: zip)", bestOverOpenCombine: 1,
    streams: { rounds in
      var sum = 0
      let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
      let subscription = Observable.combineLatest(left, right) { $0 &+ $1 }
        .subscribe(onNext: { sum &+= $0 })
      for element in 0..<rounds {
        left.onNext(element)
        right.onNext(element)
      }
      subscription.dispose()
      keep(sum)
    },
    openCombine: { rounds in
      var sum = 0
      let (left, right) = (
        PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>()
      )
      let subscription = left.zip(right) { $0 &+ $1 }.sink { sum &+= $0 }
      for element in 0..<rounds {
        left.send(element)
        right.send(element)
      }
      subscription.cancel()
      keep(sum)
    }),
  Case(
    name: "share, 2 subscribers", bestOverOpenCombine: 1.54 / 1.05,
    streams: { rounds in
      var sum = 0
      let subject = PublishSubject<Int>()
      let shared = subject.map { $0 &+ 1 }.share()
      let bag = DisposeBag()
      for _ in 0..<2 { shared.subscribe(onNext: { sum &+= $0 }).disposed(by: bag) }
      for element in 0..<rounds { subject.onNext(element) }
      keep(sum)
    },
    openCombine: { rounds in
      var sum = 0
      let subject = PassthroughSubject<Int, Never>()
      let shared = subject.map { $0 &+ 1 }.share()
      var kept: [AnyCancellable] = []
      for _ in 0..<2 { kept.append(shared.sink { sum &+= $0 }) }
      for element in 0..<rounds { subject.send(element) }
      keep(sum)
    }),
  Case(
    name: "scan", bestOverOpenCombine: 1,
    streams: { rounds in
      emitStreams(PublishSubject<Int>(), rounds, subscribers: 1) { $0.scan(0) { $0 &+ $1 } }
    },
    openCombine: { rounds in
      emitCombine(PassthroughSubject<Int, Never>(), rounds, subscribers: 1) {
        $0.scan(0) { $0 &+ $1 }
      }
    }),
  Case(
    name: "array of 100, an element", bestOverOpenCombine: 1, operationsPerRound: 100,
    streams: { rounds in
      var sum = 0
      let elements = Array(0..<100)
      for _ in 0..<rounds { _ = Observable.from(elements).subscribe(onNext: { sum &+= $0 }) }
      keep(sum)
    },
    openCombine: { rounds in
      var sum = 0
      let elements = Array(0..<100)
      for _ in 0..<rounds { _ = elements.publisher.sink { sum &+= $0 } }
      keep(sum)
    }),
  Case(
    name: "concat of 2 just", bestOverOpenCombine: 1,
    streams: { rounds in
      var sum = 0
      for round in 0..<rounds {
        _ = Observable.just(round).concat(Observable.just(round))
          .subscribe(onNext: { sum &+= $0 })
      }
      keep(sum)
    },
    openCombine: { rounds in
      var sum = 0
      for round in 0..<rounds {
        _ = OpenCombine.Just(round).append(OpenCombine.Just(round)).sink { sum &+= $0 }
      }
      keep(sum)
    }),
  Case(
    name: "bag of 10,000 actions, an item", bestOverOpenCombine: 1, operationsPerRound: 10_000,
    streams: { rounds in
      var sum = 0
      for _ in 0..<rounds {
        let bag = DisposeBag()
        for element in 0..<10_000 {
          Disposables.create { sum &+= element }.disposed(by: bag)
        }
      }
      keep(sum)
    },
    openCombine: { rounds in
      var sum = 0
      for _ in 0..<rounds {
        var bag: [AnyCancellable] = []
        for element in 0..<10_000 { bag.append(AnyCancellable { sum &+= element }) }
      }
      keep(sum)
    }),
  Case(
    name: "bag of 10,000 subject subscriptions, each", bestOverOpenCombine: 1,
    operationsPerRound: 10_000,
    streams: { rounds in
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
    openCombine: { rounds in
      var sum = 0
      for _ in 0..<rounds {
        let subject = PassthroughSubject<Int, Never>()
        var bag: [AnyCancellable] = []
        for _ in 0..<10_000 { bag.append(subject.sink { sum &+= $0 }) }
      }
      keep(sum)
    }),
]

private func emitStreams<Source: ObservableType & ObserverType>(
  _ subject: Source, _ rounds: Int, subscribers: Int,
  _ chain: (Observable<Int>) -> Observable<Int>
) where Source.Element == Int {
  var sum = 0
  let bag = DisposeBag()
  for _ in 0..<subscribers {
    chain(subject.asObservable()).subscribe(onNext: { sum &+= $0 }).disposed(by: bag)
  }
  for element in 0..<rounds { subject.onNext(element) }
  keep(sum)
}

private func emitCombine<Source: Subject, Result: Publisher>(
  _ subject: Source, _ rounds: Int, subscribers: Int, _ chain: (Source) -> Result
)
where Source.Output == Int, Source.Failure == Never, Result.Output == Int, Result.Failure == Never {
  var sum = 0
  var kept: [AnyCancellable] = []
  for _ in 0..<subscribers { kept.append(chain(subject).sink { sum &+= $0 }) }
  for element in 0..<rounds { subject.send(element) }
  keep(sum)
  kept.removeAll()
}

private func chainOfFive(_ source: Observable<Int>) -> Observable<Int> {
  source
    .map { $0 &+ 1 }
    .filter { $0 != .min }
    .map { $0 &* 3 }
    .filter { $0 != .max }
    .map { $0 &- 1 }
}

private func chainOfFive<Source: Publisher>(_ source: Source) -> some Publisher<Int, Never>
where Source.Output == Int, Source.Failure == Never {
  source
    .map { $0 &+ 1 }
    .filter { $0 != .min }
    .map { $0 &* 3 }
    .filter { $0 != .max }
    .map { $0 &- 1 }
}
