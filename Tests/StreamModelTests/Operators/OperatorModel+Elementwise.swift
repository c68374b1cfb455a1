import Streams

extension OperatorModel {
  /// Operators that transform or drop each element separately, and operators that fold elements.
  static var elementwise: [OperatorModel] {
    [
      OperatorModel("direct") {
        $0.port(0)
      } model: { stage in
        stage.subscribe(0, "") { stage.forwardingEnds($0) { stage.send($0) } }
      },
      OperatorModel("map") { stage in
        let held = stage.held()
        return stage.port(0).map { [unowned stage] element in
          try withExtendedLifetime(held) { try Rule.check(element) }
          return stage.probe(element.number + 100)
        }
      } model: { stage in
        stage.eachUnlessFailing { stage.send($0 + 100) }
      },
      OperatorModel("filter") { stage in
        let held = stage.held()
        return stage.port(0).filter { element in
          try withExtendedLifetime(held) { try Rule.check(element) }
          return Rule.keeps(element.number)
        }
      } model: { stage in
        stage.eachUnlessFailing { if Rule.keeps($0) { stage.send($0) } }
      },
      OperatorModel("compactMap") { stage in
        let held = stage.held()
        return stage.port(0).compactMap { element in
          try withExtendedLifetime(held) { try Rule.check(element) }
          return Rule.keeps(element.number) ? element : nil
        }
      } model: { stage in
        stage.eachUnlessFailing { if Rule.keeps($0) { stage.send($0) } }
      },
      OperatorModel("distinctUntilChanged key") { stage in
        let held = stage.held()
        return stage.port(0).distinctUntilChanged { element in
          try withExtendedLifetime(held) { try Rule.check(element) }
          return Rule.key(element.number)
        }
      } model: { stage in
        var last: Int?
        stage.eachUnlessFailing {
          let isNew = Rule.key($0) != last
          last = Rule.key($0)
          if isNew { stage.send($0) }
        }
      },
      OperatorModel("distinctUntilChanged") { stage in
        stage.port(0).map { [unowned stage] in stage.probe(Rule.key($0.number)) }
          .distinctUntilChanged()
      } model: { stage in
        var last: Int?
        stage.retained = { last.map { [$0] } ?? [] }
        stage.each {
          if Rule.key($0) != last {
            last = Rule.key($0)
            stage.send(Rule.key($0))
          }
        }
      },
      OperatorModel(lists: "enumerated") {
        $0.port(0).enumerated().map { [$0.element] }
      } model: {
        stage in
        stage.each { stage.send([$0]) }
      },
      OperatorModel(lists: "scan(into:)") { stage in
        let held = stage.held()
        return stage.port(0).scan(into: [Probe]()) { sum, element in
          try withExtendedLifetime(held) { try Rule.check(element) }
          sum = sum.suffix(1) + [element]
        }
      } model: { stage in
        var sum: [Int] = []
        stage.retained = { sum }
        stage.eachUnlessFailing {
          sum = sum.suffix(1) + [$0]
          stage.send(sum)
        }
      },
      OperatorModel("scan") { stage in
        let seed = stage.probe(0)
        return stage.port(0).scan(seed) { [unowned stage] sum, element in
          try Rule.check(element)
          return stage.probe((sum.number + element.number) % 7)
        }
      } model: { stage in
        var sum = 0
        stage.retained = { [0, sum] }
        stage.eachUnlessFailing {
          sum = (sum + $0) % 7
          stage.send(sum)
        }
      },
      OperatorModel(lists: "reduce") { stage in
        let held = stage.held()
        return stage.port(0).reduce([Probe]()) { sum, element in
          try withExtendedLifetime(held) { try Rule.check(element) }
          return sum.suffix(1) + [element]
        }
      } model: { stage in
        stage.fold { $0.suffix(1) + [$1] }
      },
      OperatorModel(lists: "toArray") {
        $0.port(0).toArray().asObservable()
      } model: { stage in
        stage.fold(failing: false) { $0 + [$1] }
      },
      OperatorModel("materialize") {
        $0.port(0).materialize().dematerialize()
      } model: { stage in
        stage.each { stage.send($0) }
      },
      OperatorModel("do") { stage in
        let held = stage.held()
        return stage.port(0).do(
          onNext: { element in
            withExtendedLifetime(held) {}
            try Rule.check(element)
          },
          onError: { _ in withExtendedLifetime(held) {} },
          onCompleted: { withExtendedLifetime(held) {} },
          onDispose: { withExtendedLifetime(held) {} })
      } model: { stage in
        stage.eachUnlessFailing { stage.send($0) }
      },
      OperatorModel("ignoreElements") { stage in
        stage.port(0).ignoreElements().map(\.asProbe)
      } model: { stage in
        stage.each { _ in }
      },
      OperatorModel("withUnretained") { stage in
        let object = stage.scheduler
        return stage.port(0).withUnretained(object) { $1 }
      } model: { stage in
        stage.each { stage.send($0) }
      },
    ]
  }
}

extension ModelStage {
  /// Forwards the completion or failure of source 0, and calls `body` with each element.
  func each(_ body: @escaping (Int) -> Void) {
    subscribe(0, "") { [unowned self] in forwardingEnds($0, body) }
  }

  /// Does the same as `each(_:)`. In addition, the result fails at an element for which the closure
  /// of the operator throws.
  func eachUnlessFailing(_ body: @escaping (Int) -> Void) {
    each { [unowned self] in
      if Rule.fails($0) { fail() } else { body($0) }
    }
  }

  fileprivate func fold(failing: Bool = true, _ step: @escaping ([Int], Int) -> [Int]) {
    var sum: [Int] = []
    retained = { sum }
    subscribe(0, "") { [unowned self] signal in
      switch signal {
      case .next(let number):
        if failing && Rule.fails(number) { fail() } else { sum = step(sum, number) }
      case .failed: fail()
      case .completed:
        send(sum)
        complete()
      }
    }
  }
}

extension Never {
  fileprivate var asProbe: Probe { switch self {} }
}
