import Streams

extension OperatorModel {
  /// Operators that handle completions and failures, and operators that wrap a subscription.
  static var handling: [OperatorModel] {
    [
      OperatorModel("catch") { stage in
        let held = stage.held()
        return stage.port(0).catch { [unowned stage] _ in
          withExtendedLifetime(held) {}
          return stage.port(1)
        }
      } model: { stage in
        stage.inOrder([0], after: .failed) {
          stage.whenStarted("1") {
            stage.subscribe(1, "other") { stage.forwardingEnds($0) { stage.send($0) } }
          }
        }
      },
      OperatorModel("catchAndReturn") {
        $0.port(0).catchAndReturn($0.probe(100))
      } model: { stage in
        stage.retained = { [100] }
        stage.inOrder([0], after: .failed) {
          stage.send(100)
          stage.complete()
        }
      },
      OperatorModel("catch of a sequence") {
        .catch(sequence: [$0.port(0), $0.port(1)])
      } model: {
        stage in
        stage.inOrder([0, 1], after: .failed) { stage.fail() }
      },
      OperatorModel("retry") {
        $0.port(0).retry(3)
      } model: { stage in
        stage.inOrder([0, 0, 0], after: .failed) { stage.fail() }
      },
      OperatorModel("using") { stage in
        let resource = stage.held()
        return Observable.using {
          CompositeDisposable(disposables: [
            Disposables.create { [unowned stage] in
              withExtendedLifetime(resource) { stage.trace.callback("releases the resource") }
              stage.require(
                !stage.isSubscribed(to: 0), "the resource is disposed before the subscription")
            }
          ])
        } observableFactory: { [unowned stage] _ in
          stage.port(0)
        }
      } model: { stage in
        stage.atEnd = { [unowned stage] in stage.trace.callback("releases the resource") }
        stage.each { stage.send($0) }
      },
      OperatorModel("withUnretained, released") { stage in
        let objects = ProbeCensus()
        var object: Probe? = Probe(0, objects)
        let sequence = object.map { stage.port(0).withUnretained($0) { $1 } } ?? .never()
        stage.actions[Rule.releaseTime] = { [unowned stage] in
          object = nil
          stage.require(objects.living.isEmpty, "the object is retained")
        }
        return sequence
      } model: { stage in
        stage.each {
          if stage.trace.tick < Rule.releaseTime { return stage.send($0) }
          stage.dispose("")
          stage.complete()
        }
      },
      OperatorModel("retry(when:) after a time") { stage in
        stage.port(0).retry(when: { [unowned stage] (errors: Observable<any Error>) in
          errors.flatMap { [unowned stage] _ in
            Observable<Int>.timer(.seconds(2), scheduler: stage.scheduler)
          }
        })
      } model: { stage in
        stage.isSerial = { label, signal in label != "timer" && signal != .failed }
        func attempt(_ number: Int) {
          stage.subscribe(0, "\(number)") { signal in
            guard case .failed = signal else {
              return stage.forwardingEnds(signal) { stage.send($0) }
            }
            stage.after(2) { attempt(number + 1) }
          }
        }
        attempt(1)
      },
      OperatorModel("retry(when:) with a trigger") { stage in
        stage.port(0).retry(when: { [unowned stage] (_: Observable<any Error>) in stage.port(1) })
      } model: { stage in
        stage.retrying(by: 1)
      },
      OperatorModel("deferred") { stage in
        Observable.deferred { [unowned stage] in stage.port(0) }
      } model: { stage in
        stage.each { stage.send($0) }
      },
      OperatorModel("asMaybe") {
        $0.port(0).take(1).asMaybe().asObservable()
      } model: { stage in
        var isOver = false
        stage.subscribe(0, "") { signal in
          if isOver { return }
          stage.forwardingEnds(signal) {
            isOver = true
            stage.send($0)
            stage.complete()
          }
        }
      },
      OperatorModel("first") { stage in
        stage.port(0).first().asObservable().map { [unowned stage] in $0 ?? stage.probe(0) }
      } model: { stage in
        var isOver = false
        stage.subscribe(0, "") { signal in
          if case .completed = signal, !isOver { stage.send(0) }
          stage.forwardingEnds(signal) {
            if isOver { return }
            isOver = true
            stage.send($0)
            stage.complete()
          }
        }
      },
    ]
  }
}

extension ModelStage {
  /// Subscribes to source 0. After a failure, subscribes again when another source sends its next
  /// element.
  fileprivate func retrying(by trigger: Int) {
    isSerial = { label, signal in label != "trigger" && signal != .failed }
    var attempts = 0
    var isAwaited = false
    var end: Signal?
    func answer(_ signal: Signal) {
      switch signal {
      case .next:
        let label = "\(attempts)"
        isAwaited = false
        whenStarted(label, attempt)
      case .failed: fail()
      case .completed: complete()
      }
    }
    func attempt() {
      attempts += 1
      isAwaited = false
      subscribe(0, "\(attempts)") { [unowned self] signal in
        guard case .failed = signal else {
          return forwardingEnds(signal) { [unowned self] in send($0) }
        }
        isAwaited = true
        if let end { answer(end) }
      }
    }
    subscribe(trigger, "trigger") { signal in
      if signal.isEnd { end = signal }
      if isAwaited { answer(signal) }
    }
    attempt()
  }
}
