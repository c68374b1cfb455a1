import Streams

extension OperatorModel {
  /// Sources that send elements on a scheduler.
  static var ticking: [OperatorModel] {
    [
      OperatorModel("timer") { stage in
        Observable<Int>.timer(.seconds(3), scheduler: stage.scheduler)
          .map { [unowned stage] in stage.probe($0) }
      } model: { stage in
        stage.after(3) {
          stage.send(0)
          stage.complete()
        }
      },
      OperatorModel("timer with a period") { stage in
        Observable<Int>.timer(.seconds(3), period: .seconds(2), scheduler: stage.scheduler)
          .map { [unowned stage] in stage.probe($0) }
      } model: {
        $0.ticks(after: 3, period: 2)
      },
      OperatorModel("interval") { stage in
        Observable<Int>.interval(.seconds(4), scheduler: stage.scheduler)
          .map { [unowned stage] in stage.probe($0) }
      } model: {
        $0.ticks(after: 4, period: 4)
      },
      OperatorModel("interval for each element") { stage in
        stage.port(0).flatMapLatest { [unowned stage] element in
          Observable<Int>.interval(.seconds(2), scheduler: stage.scheduler)
            .map { [unowned stage] in stage.probe(element.number + 100 * $0) }
        }
      } model: { stage in
        // The interval never ends. After the first element, the result ends only if the source
        // fails.
        var (isEmpty, latest) = (true, [Int]())
        stage.isSerial = { label, signal in label == "timer" || signal.isEnd }
        stage.retained = { latest }
        stage.subscribe(0, "") { signal in
          switch signal {
          case .next(let number):
            isEmpty = false
            latest = [number]
            stage.ticks(after: 2, period: 2) { number + 100 * $0 }
          case .failed: stage.fail()
          case .completed: if isEmpty { stage.complete() }
          }
        }
      },
      OperatorModel("range on a scheduler") { stage in
        Observable.range(start: 1, count: 5, scheduler: stage.scheduler)
          .map { [unowned stage] in stage.probe($0) }
      } model: {
        $0.steps(1...5)
      },
      OperatorModel("a sequence on a scheduler") { stage in
        let probes = (1...5).map { stage.probe($0) }
        return Observable.from(probes, scheduler: stage.scheduler)
      } model: { stage in
        stage.retained = { Array(1...5) }
        stage.steps(1...5)
      },
      OperatorModel("generate on a scheduler") { stage in
        let held = stage.held()
        return Observable.generate(
          initialState: 1, condition: { number in withExtendedLifetime(held) { number <= 5 } },
          scheduler: stage.scheduler, iterate: { $0 + 1 }
        ).map { [unowned stage] in stage.probe($0) }
      } model: {
        $0.steps(1...5)
      },
    ]
  }
}

extension ModelStage {
  /// Sends the results of `transform` for 0, 1, 2 and so on.
  fileprivate func ticks(
    after delay: Int, period: Int, _ transform: @escaping (Int) -> Int = { $0 }
  ) {
    func tick(_ count: Int) {
      after(period) { tick(count + 1) }
      send(transform(count))
    }
    after(delay) { tick(0) }
  }

  /// Sends each number in a separate step, and completes in a further step.
  fileprivate func steps(_ numbers: ClosedRange<Int>) {
    func step(_ number: Int) {
      guard numbers.contains(number) else { return complete() }
      send(number)
      later { step(number + 1) }
    }
    later { step(numbers.lowerBound) }
  }
}
