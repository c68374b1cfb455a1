import Streams

extension OperatorModel {
  /// Operators that combine a fixed number of sources.
  static var combining: [OperatorModel] {
    [
      OperatorModel("merge") {
        .merge($0.port(0), $0.port(1), $0.port(2))
      } model: { stage in
        var left = 3
        stage.isSerial = ModelStage.ofInnerSources
        for port in 0..<3 {
          stage.subscribe(port, "\(port)") {
            if case .completed = $0 {
              left -= 1
              if left == 0 { stage.inTurn { stage.complete() } }
            } else {
              stage.forwardingEnds($0) { stage.send($0) }
            }
          }
        }
      },
      OperatorModel("concat") {
        .concat($0.port(0), $0.port(1), $0.port(2))
      } model: { stage in
        stage.inOrder([0, 1, 2], after: .completed) { stage.complete() }
      },
      OperatorModel("concat of itself") { stage in
        let source = stage.port(0)
        return source.concat(source).concat(source)
      } model: { stage in
        stage.inOrder([0, 0, 0], after: .completed) { stage.complete() }
      },
      OperatorModel("startWith") {
        $0.port(0).startWith($0.probe(100), $0.probe(101))
      } model: {
        stage in
        stage.retained = { [] }
        stage.send(100)
        stage.send(101)
        stage.each { stage.send($0) }
      },
      OperatorModel(lists: "combineLatest") {
        .combineLatest($0.port(0), $0.port(1)) { first, second in
          try Rule.check(second)
          return [first, second]
        }
      } model: {
        $0.combineLatest(2, failing: true)
      },
      OperatorModel(lists: "combineLatest of three") {
        .combineLatest($0.port(0), $0.port(1), $0.port(2)) { [$0, $1, $2] }
      } model: {
        $0.combineLatest(3, failing: false)
      },
      OperatorModel(lists: "combineLatest of a collection") {
        Observable.combineLatest([$0.port(0), $0.port(1), $0.port(2)])
      } model: {
        $0.combineLatest(3, failing: false)
      },
      OperatorModel(lists: "zip") {
        .zip($0.port(0), $0.port(1)) { first, second in
          try Rule.check(second)
          return [first, second]
        }
      } model: {
        $0.zip(2, failing: true)
      },
      OperatorModel(lists: "zip of three") {
        .zip($0.port(0), $0.port(1), $0.port(2)) { [$0, $1, $2] }
      } model: {
        $0.zip(3, failing: false)
      },
      OperatorModel(lists: "zip of a collection") {
        Observable.zip([$0.port(0), $0.port(1), $0.port(2)])
      } model: {
        $0.zip(3, failing: false, endsEarly: true)
      },
      OperatorModel(lists: "withLatestFrom") {
        $0.port(0).withLatestFrom($0.port(1)) { first, second in
          try Rule.check(first)
          return [first, second]
        }
      } model: { stage in
        stage.isSerial = { _, _ in true }
        var latest: Int?
        stage.retained = { latest.map { [$0] } ?? [] }
        stage.subscribe(1, "second") {
          switch $0 {
          case .next(let number): latest = number
          case .failed: stage.fail()
          case .completed: break
          }
        }
        stage.each {
          guard let second = latest else { return }
          if Rule.fails($0) { stage.fail() } else { stage.send([$0, second]) }
        }
      },
      OperatorModel("amb") {
        $0.port(0).amb($0.port(1))
      } model: {
        $0.amb(2)
      },
    ]
  }
}

extension ModelStage {
  /// Subscribes to one source after the other. When a source sends `signal`, the next one starts.
  func inOrder(_ ports: [Int], after signal: Signal, _ last: @escaping () -> Void) {
    guard let port = ports.first else { return last() }
    let label = "\(ports.count)"
    subscribe(port, label) { [unowned self] sent in
      guard sent == signal else { return forwardingEnds(sent) { [unowned self] in send($0) } }
      if ports.count == 1 { return last() }
      whenStarted(label) { [unowned self] in
        inOrder(Array(ports.dropFirst()), after: signal, last)
      }
    }
  }

  fileprivate func combineLatest(_ count: Int, failing: Bool) {
    isSerial = { _, _ in true }
    var latest = [Int?](repeating: nil, count: count)
    var done = [Bool](repeating: false, count: count)
    retained = { latest.compactMap(\.self) }
    for port in 0..<count {
      subscribe(port, "\(port)") { [unowned self] signal in
        switch signal {
        case .next(let number):
          latest[port] = number
          let all = latest.compactMap(\.self)
          if all.count == count {
            if failing && Rule.fails(all[1]) { fail() } else { send(all) }
          } else if (0..<count).allSatisfy({ $0 == port || done[$0] }) {
            complete()
          }
        case .failed: fail()
        case .completed:
          done[port] = true
          if done.allSatisfy(\.self) { complete() }
        }
      }
    }
  }

  fileprivate func zip(_ count: Int, failing: Bool, endsEarly: Bool = false) {
    isSerial = { _, _ in true }
    var queues = [[Int]](repeating: [], count: count)
    var done = [Bool](repeating: false, count: count)
    retained = { queues.flatMap(\.self) }
    for port in 0..<count {
      subscribe(port, "\(port)") { [unowned self] signal in
        switch signal {
        case .next(let number):
          queues[port].append(number)
          if queues.allSatisfy({ !$0.isEmpty }) {
            let all = queues.map { $0[0] }
            for index in queues.indices { queues[index].removeFirst() }
            if failing && Rule.fails(all[1]) { return fail() }
            send(all)
          } else if endsEarly, (0..<count).allSatisfy({ $0 == port || done[$0] }) {
            complete()
          }
        case .failed: fail()
        case .completed:
          done[port] = true
          if done.allSatisfy(\.self) { complete() }
        }
      }
    }
  }

  fileprivate func amb(_ count: Int) {
    isSerial = { _, _ in true }
    var chosen: Int?
    for port in 0..<count where chosen == nil && !isOver {
      subscribe(port, "\(port)") { [unowned self] signal in
        if chosen == nil {
          chosen = port
          for other in 0..<count where other != port { dispose("\(other)") }
        }
        guard chosen == port else { return }
        forwardingEnds(signal) { [unowned self] in send($0) }
      }
    }
  }
}
