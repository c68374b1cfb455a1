import Streams

extension OperatorModel {
  /// Operators that subscribe to a source for each element.
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
        $0.flatten(limit: 2)
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
                if isOver && running.isEmpty { stage.complete() }
              } else {
                stage.forwardingEnds($0) { _ in stage.send(number) }
              }
            }
          case .failed: stage.fail()
          case .completed:
            isOver = true
            if running.isEmpty { stage.complete() }
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
        $0.switching()
      },
      OperatorModel(lists: "groupBy") { stage in
        stage.port(0).groupBy { element in
          try Rule.check(element)
          return stage.probe(200 + Rule.key(element.number))
        }.flatMap { group in group.map { [group.key, $0] } }
      } model: { stage in
        var keys: Set<Int> = []
        stage.retained = { Array(keys) }
        stage.eachUnlessFailing {
          keys.insert(200 + Rule.key($0))
          stage.send([200 + Rule.key($0), $0])
        }
      },
    ]
  }
}

extension ModelStage {
  fileprivate func flatten(limit: Int, dropsOthers: Bool = false) {
    var running = 0
    var waiting: [Int] = []
    var isOver = false
    var count = 0
    func completeIfOver() {
      if isOver && running == 0 && waiting.isEmpty { complete() }
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
        if Rule.fails(number) { return fail() }
        let port = Rule.inner(number)
        if running < limit { start(port) } else { waiting.append(port) }
      case .failed: fail()
      case .completed:
        isOver = true
        completeIfOver()
      }
    }
  }

  fileprivate func switching() {
    var isOver = false
    var count = 0
    var isRunning = false
    subscribe(0, "source") { [unowned self] signal in
      switch signal {
      case .next(let number):
        if Rule.fails(number) { return fail() }
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
        if !isRunning { complete() }
      }
    }
  }
}
