import Streams

extension OperatorModel {
  /// Operators that omit elements, end early or start late, and operators for empty sources.
  static var limiting: [OperatorModel] {
    [
      OperatorModel("take") {
        $0.port(0).take(3)
      } model: { stage in
        stage.first(3)
      },
      OperatorModel("takeLast") {
        $0.port(0).takeLast(2)
      } model: { stage in
        var last: [Int] = []
        stage.retained = { last }
        stage.subscribe(0, "") { signal in
          if case .completed = signal { for number in last { stage.send(number) } }
          stage.forwardingEnds(signal) { last = last.suffix(1) + [$0] }
        }
      },
      OperatorModel("take(while:)") { stage in
        let held = stage.held()
        return stage.port(0).take(while: { element in
          try withExtendedLifetime(held) { try Rule.check(element) }
          return Rule.key(element.number) != 0
        })
      } model: { stage in
        stage.eachUnlessFailing {
          if Rule.key($0) != 0 { stage.send($0) } else { stage.complete() }
        }
      },
      OperatorModel("take(while:) inclusive") { stage in
        stage.port(0).take(while: { Rule.key($0.number) != 0 }, behavior: .inclusive)
      } model: { stage in
        var isOver = false
        stage.each {
          if isOver { return }
          isOver = Rule.key($0) == 0
          stage.send($0)
          if Rule.key($0) == 0 { stage.complete() }
        }
      },
      OperatorModel("take(until:) predicate") { stage in
        stage.port(0).take(until: { Rule.key($0.number) == 0 }, behavior: .inclusive)
      } model: { stage in
        var isOver = false
        stage.each {
          if isOver { return }
          isOver = Rule.key($0) == 0
          stage.send($0)
          if Rule.key($0) == 0 { stage.complete() }
        }
      },
      OperatorModel("take(until:)") {
        $0.port(0).take(until: $0.port(1))
      } model: { stage in
        stage.isSerial = { _, _ in true }
        stage.subscribe(1, "other") {
          switch $0 {
          case .next: stage.complete()
          case .failed: stage.fail()
          case .completed: break
          }
        }
        // If the result has ended in the meantime, the source must not be subscribed to.
        if !stage.isOver { stage.each { stage.send($0) } }
      },
      OperatorModel("skip") {
        $0.port(0).skip(2)
      } model: { stage in
        var left = 2
        stage.each {
          if left == 0 { stage.send($0) } else { left -= 1 }
        }
      },
      OperatorModel("skip(while:)") { stage in
        let held = stage.held()
        return stage.port(0).skip(while: { element in
          try withExtendedLifetime(held) { try Rule.check(element) }
          return Rule.keeps(element.number)
        })
      } model: { stage in
        var isSkipping = true
        stage.each {
          if isSkipping && Rule.fails($0) { return stage.fail() }
          if !Rule.keeps($0) { isSkipping = false }
          if !isSkipping { stage.send($0) }
        }
      },
      OperatorModel("skip(until:)") {
        $0.port(0).skip(until: $0.port(1))
      } model: { stage in
        stage.isSerial = { _, _ in true }
        var isSkipping = true
        var isOver = false
        stage.subscribe(0, "source") { signal in
          if case .completed = signal, isSkipping {
            // As in RxSwift, the subscriber is not notified of the end.
            isOver = true
            return stage.dispose("other")
          }
          stage.forwardingEnds(signal) { if !isSkipping { stage.send($0) } }
        }
        stage.subscribe(1, "other") {
          if isOver { return }
          switch $0 {
          case .next:
            isSkipping = false
            stage.dispose("other")
          case .failed: stage.fail()
          case .completed: break
          }
        }
        if isOver { stage.dispose("other") }
      },
      OperatorModel("element(at:)") {
        $0.port(0).element(at: 2)
      } model: { stage in
        var left = 2
        stage.subscribe(0, "") { signal in
          if case .completed = signal { return stage.fail() }
          stage.forwardingEnds(signal) {
            let isTheOne = left == 0
            left -= 1
            if isTheOne {
              stage.send($0)
              stage.complete()
            }
          }
        }
      },
      OperatorModel("single") { stage in
        let held = stage.held()
        return stage.port(0).single { element in
          try withExtendedLifetime(held) { try Rule.check(element) }
          return Rule.keeps(element.number)
        }
      } model: { stage in
        var hasSent = false
        stage.subscribe(0, "") { signal in
          if case .completed = signal, !hasSent { return stage.fail() }
          stage.forwardingEnds(signal) {
            if Rule.fails($0) { return stage.fail() }
            guard Rule.keeps($0) else { return }
            if hasSent { return stage.fail() }
            hasSent = true
            stage.send($0)
          }
        }
      },
      OperatorModel("ifEmpty(default:)") {
        $0.port(0).ifEmpty(default: $0.probe(0))
      } model: {
        stage in
        var isEmpty = true
        stage.retained = { [0] }
        stage.subscribe(0, "") { signal in
          if case .completed = signal, isEmpty { stage.send(0) }
          stage.forwardingEnds(signal) {
            isEmpty = false
            stage.send($0)
          }
        }
      },
      OperatorModel("ifEmpty(switchTo:)") {
        $0.port(0).ifEmpty(switchTo: $0.port(1))
      } model: {
        stage in
        var isEmpty = true
        stage.subscribe(0, "") { signal in
          if case .completed = signal, isEmpty {
            return stage.subscribe(1, "other") { stage.forwardingEnds($0) { stage.send($0) } }
          }
          stage.forwardingEnds(signal) {
            isEmpty = false
            stage.send($0)
          }
        }
      },
      OperatorModel("sample") {
        $0.port(0).sample($0.port(1))
      } model: { stage in
        stage.isSerial = { _, _ in true }
        var latest: Int?
        var isOver = false
        stage.retained = { latest.map { [$0] } ?? [] }
        func sampleNow() {
          if let number = latest {
            latest = nil
            stage.send(number)
          }
          if isOver { stage.complete() }
        }
        stage.subscribe(0, "source") {
          switch $0 {
          case .next(let number): latest = number
          case .failed: stage.fail()
          case .completed: isOver = true
          }
        }
        stage.subscribe(1, "sampler") {
          if case .failed = $0 { stage.fail() } else { sampleNow() }
        }
      },
    ]
  }
}

extension ModelStage {
  /// Sends the first elements, and completes. An element is counted before it is sent.
  func first(_ count: Int) {
    var left = count
    each { [unowned self] in
      guard left > 0 else { return }
      left -= 1
      let isLast = left == 0
      send($0)
      if isLast { complete() }
    }
  }
}
