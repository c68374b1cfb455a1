import Streams

extension OperatorModel {
  /// Operators that subscribe to another source for each element, and `groupBy`.
  static var flattening: [OperatorModel] {
    [
      OperatorModel("flatMap") { stage in
        let held = stage.held()
        return stage.port(0).flatMap { [unowned stage] element in
          try withExtendedLifetime(held) { try Rule.check(element) }
          return stage.port(Rule.inner(element.number))
        }
      } model: {
        $0.flatten(limit: .max)
      },
      OperatorModel("merge(maxConcurrent:)") { stage in
        stage.port(0).map { [unowned stage] element in
          try Rule.check(element)
          return stage.port(Rule.inner(element.number))
        }.merge(maxConcurrent: 2)
      } model: {
        $0.flatten(limit: 2, hasMap: true)
      },
      OperatorModel("concatMap") { stage in
        stage.port(0).concatMap { [unowned stage] element in
          try Rule.check(element)
          return stage.port(Rule.inner(element.number))
        }
      } model: {
        $0.flatten(limit: 1)
      },
      OperatorModel("flatMapFirst") { stage in
        stage.port(0).flatMapFirst { [unowned stage] element in
          try Rule.check(element)
          return stage.port(Rule.inner(element.number))
        }
      } model: {
        $0.flatten(limit: 1, dropsOthers: true)
      },
      OperatorModel("flatMap of elements") { stage in
        stage.port(0).flatMap { element in stage.port(1).map { _ in element } }
      } model: { stage in
        var running: [Int: Int] = [:]
        var isOver = false
        var count = 0
        stage.isSerial = ModelStage.ofInnerSources
        stage.retained = { Array(running.values) }
        stage.subscribe(0, "source") { signal in
          switch signal {
          case .next(let number):
            count += 1
            let index = count
            running[index] = number
            stage.subscribe(1, "\(index)") {
              if case .completed = $0 {
                running[index] = nil
                if isOver && running.isEmpty { stage.inTurn { stage.complete() } }
              } else {
                stage.forwardingEnds($0) { _ in stage.send(number) }
              }
            }
          case .failed: stage.fail()
          case .completed:
            isOver = true
            if running.isEmpty { stage.inTurn { stage.complete() } }
          }
        }
      },
      OperatorModel("flatMapLatest") { stage in
        stage.port(0).flatMapLatest { [unowned stage] element in
          try Rule.check(element)
          return stage.port(Rule.inner(element.number))
        }
      } model: {
        $0.switching()
      },
      OperatorModel("switchLatest") { stage in
        stage.port(0).map { [unowned stage] element in
          try Rule.check(element)
          return stage.port(Rule.inner(element.number))
        }.switchLatest()
      } model: {
        $0.switching(hasMap: true)
      },
      OperatorModel(lists: "groupBy") { stage in
        stage.port(0).groupBy { element in
          try Rule.check(element)
          return stage.probe(200 + Rule.key(element.number))
        }.flatMap { group in group.map { [group.key, $0] } }
      } model: { stage in
        stage.isSerial = { _, signal in signal.isEnd }
        var keys: Set<Int> = []
        stage.retained = { Array(keys) }
        stage.each { number in
          if Rule.fails(number) {
            stage.inTurn { stage.fail() }
            return stage.dispose("")
          }
          let key = 200 + Rule.key(number)
          keys.insert(key)
          stage.inTurn { stage.send([key, number]) }
        }
      },
    ]
  }
}

extension ModelStage {
  /// Returns whether an event must wait for the handler that is running. Elements of inner sources
  /// must wait, and so must failures. Elements of the outer source and completions are handled
  /// immediately.
  static func ofInnerSources(_ label: String, _ signal: Signal) -> Bool {
    switch signal {
    case .next: label != "source"
    case .failed: true
    case .completed: false
    }
  }

  /// Fails after the running handler has returned. If there is a `map` before the operator, the
  /// `map` and its source end immediately.
  private func failInSelector(_ hasMap: Bool) {
    inTurn { [unowned self] in fail() }
    if hasMap { dispose("source") }
  }

  fileprivate func flatten(limit: Int, dropsOthers: Bool = false, hasMap: Bool = false) {
    var running = 0
    var waiting: [Int] = []
    var isOver = false
    var count = 0
    isSerial = ModelStage.ofInnerSources
    func completeIfOver() {
      guard isOver && running == 0 && waiting.isEmpty else { return }
      inTurn { [unowned self] in complete() }
    }
    func start(_ port: Int) {
      running += 1
      count += 1
      subscribe(port, "\(count)") { [unowned self] signal in
        guard case .completed = signal else {
          return forwardingEnds(signal) { [unowned self] in send($0) }
        }
        running -= 1
        if !waiting.isEmpty { start(waiting.removeFirst()) }
        completeIfOver()
      }
    }
    subscribe(0, "source") { [unowned self] signal in
      switch signal {
      case .next(let number):
        if dropsOthers && running > 0 { return }
        if Rule.fails(number) { return failInSelector(hasMap) }
        let port = Rule.inner(number)
        if running < limit { start(port) } else { waiting.append(port) }
      case .failed: fail()
      case .completed:
        isOver = true
        completeIfOver()
      }
    }
  }

  fileprivate func switching(hasMap: Bool = false) {
    var isOver = false
    var count = 0
    var isRunning = false
    isSerial = { label, signal in label != "source" || signal == .failed }
    subscribe(0, "source") { [unowned self] signal in
      switch signal {
      case .next(let number):
        if Rule.fails(number) { return failInSelector(hasMap) }
        dispose("\(count)")
        count += 1
        let mine = count
        isRunning = true
        subscribe(Rule.inner(number), "\(mine)") { [unowned self] signal in
          guard mine == count else { return }
          guard case .completed = signal else {
            return forwardingEnds(signal) { [unowned self] in send($0) }
          }
          isRunning = false
          if isOver { complete() }
        }
      case .failed: fail()
      case .completed:
        isOver = true
        if !isRunning { inTurn { [unowned self] in complete() } }
      }
    }
  }
}
