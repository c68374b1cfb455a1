import Streams

extension OperatorModel {
  /// Operators that use a scheduler.
  static var timed: [OperatorModel] {
    [
      OperatorModel("debounce") {
        $0.port(0).debounce(.seconds(3), scheduler: $0.scheduler)
      } model: { stage in
        stage.isSerial = { _, _ in true }
        var waiting: Int?
        stage.retained = { waiting.map { [$0] } ?? [] }
        func sendWaiting() {
          guard let number = waiting else { return }
          waiting = nil
          stage.send(number)
        }
        stage.subscribe(0, "") { signal in
          if case .completed = signal { sendWaiting() }
          stage.forwardingEnds(signal) {
            waiting = $0
            stage.after(3) { sendWaiting() }
          }
        }
      },
      OperatorModel("throttle") {
        $0.port(0).throttle(.seconds(3), scheduler: $0.scheduler)
      } model: {
        $0.throttle(3, latest: true)
      },
      OperatorModel("throttle without latest") {
        $0.port(0).throttle(.seconds(3), latest: false, scheduler: $0.scheduler)
      } model: {
        $0.throttle(3, latest: false)
      },
      OperatorModel("delay") {
        $0.port(0).delay(.seconds(3), scheduler: $0.scheduler)
      } model: {
        stage in
        stage.isSerial = { _, _ in true }
        var waiting: [Int] = []
        stage.retained = { waiting }
        stage.subscribe(0, "") { signal in
          let label = "\(stage.now) \(waiting.count)"
          switch signal {
          case .next(let number):
            waiting.append(number)
            stage.after(3, label + " \(number)") {
              stage.send(waiting.removeFirst())
            }
          case .failed: stage.fail()
          case .completed: stage.after(3, "end") { stage.complete() }
          }
        }
      },
      OperatorModel("delaySubscription") {
        $0.port(0).delaySubscription(.seconds(3), scheduler: $0.scheduler)
      } model: { stage in
        stage.after(3) { stage.each { stage.send($0) } }
      },
      OperatorModel("timeout") {
        $0.port(0).timeout(.seconds(4), other: $0.port(1), scheduler: $0.scheduler)
      } model: { stage in
        var hasSwitched = false
        func restart() {
          if hasSwitched { return }
          stage.after(4) {
            // Like RxSwift, this operator subscribes to the other source before it disposes the
            // first.
            hasSwitched = true
            stage.subscribe(1, "other") { stage.forwardingEnds($0) { stage.send($0) } }
            stage.dispose("source")
          }
        }
        restart()
        stage.subscribe(0, "source") {
          if hasSwitched { return }
          stage.forwardingEnds($0) {
            stage.send($0)
            restart()
          }
        }
      },
      OperatorModel("take(for:)") {
        $0.port(0).take(for: .seconds(7), scheduler: $0.scheduler)
      } model: { stage in
        stage.isSerial = { _, _ in true }
        stage.after(7) { stage.complete() }
        stage.each { stage.send($0) }
      },
      OperatorModel("skip(for:)") {
        $0.port(0).skip(.seconds(7), scheduler: $0.scheduler)
      } model: { stage in
        var isOpen = false
        stage.after(7) { isOpen = true }
        stage.each { if isOpen { stage.send($0) } }
      },
      OperatorModel(lists: "buffer") {
        $0.port(0).buffer(timeSpan: .seconds(5), count: 2, scheduler: $0.scheduler)
      } model: { stage in
        stage.isSerial = { _, _ in true }
        var held: [Int] = []
        stage.retained = { held }
        func sendAll() {
          let full = held
          held = []
          stage.send(full)
          restart()
        }
        func restart() { stage.after(5, "span", sendAll) }
        restart()
        stage.subscribe(0, "") { signal in
          if case .completed = signal { stage.send(held) }
          stage.forwardingEnds(signal) {
            held.append($0)
            if held.count == 2 { sendAll() }
          }
        }
      },
      OperatorModel(lists: "window") { stage in
        stage.port(0).window(timeSpan: .seconds(5), count: 2, scheduler: stage.scheduler)
          .enumerated()
          .flatMap { [unowned stage] window in
            window.element.map { [stage.probe(window.index), $0] }
          }
      } model: { stage in
        stage.isSerial = { _, _ in true }
        var (number, count) = (0, 0)
        func restart() {
          stage.after(5, "span") {
            next()
          }
        }
        func next() {
          count = 0
          number += 1
          restart()
        }
        restart()
        stage.each {
          stage.send([number, $0])
          count += 1
          if count == 2 { next() }
        }
      },
      OperatorModel("observe(on:)") {
        $0.port(0).observe(on: $0.scheduler)
      } model: { stage in
        var queue: [Signal] = []
        stage.retained = {
          queue.compactMap { if case .next(let number) = $0 { number } else { nil } }
        }
        stage.subscribe(0, "") { signal in
          queue.append(signal)
          stage.later {
            stage.forwardingEnds(queue.removeFirst()) { stage.send($0) }
          }
        }
      },
      OperatorModel("subscribe(on:)") {
        $0.port(0).subscribe(on: $0.scheduler)
      } model: { stage in
        stage.disposesInSteps = true
        stage.later { stage.each { stage.send($0) } }
      },
    ]
  }
}

extension ModelStage {
  fileprivate func throttle(_ span: Int, latest: Bool) {
    isSerial = { _, _ in true }
    var waiting: Int?
    var lastSent: Int?
    var isOver = false
    retained = { waiting.map { [$0] } ?? [] }
    func sendNow(_ number: Int) {
      waiting = nil
      send(number)
      lastSent = now
    }
    subscribe(0, "") { [unowned self] signal in
      switch signal {
      case .next(let number):
        let wait = lastSent.map { $0 + span - now } ?? 0
        if wait <= 0 { return sendNow(number) }
        guard latest else { return }
        let isRunning = waiting != nil
        waiting = number
        if isRunning { return }
        after(wait) { [unowned self] in
          if let number = waiting { sendNow(number) }
          if isOver { complete() }
        }
      case .failed: fail()
      case .completed:
        if waiting == nil { complete() } else { isOver = true }
      }
    }
  }
}
