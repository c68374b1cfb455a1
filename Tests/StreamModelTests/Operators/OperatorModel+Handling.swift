import Streams

extension OperatorModel {
  /// Operators that handle ends, and those that wrap a subscription.
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
            Disposables.create { withExtendedLifetime(resource) {} }
          ])
        } observableFactory: { [unowned stage] _ in
          stage.port(0)
        }
      } model: { stage in
        stage.each { stage.send($0) }
      },
      OperatorModel("deferred") { stage in
        Observable.deferred { [unowned stage] in stage.port(0) }
      } model: { stage in
        stage.each { stage.send($0) }
      },
      OperatorModel("asMaybe") {
        $0.port(0).take(1).asMaybe().asObservable()
      } model: { stage in
        var last: Int?
        stage.retained = { last.map { [$0] } ?? [] }
        stage.each {
          stage.send($0)
          stage.complete()
        }
      },
      OperatorModel("first") { stage in
        stage.port(0).first().asObservable().map { [unowned stage] in $0 ?? stage.probe(0) }
      } model: { stage in
        stage.subscribe(0, "") { signal in
          if case .completed = signal { stage.send(0) }
          stage.forwardingEnds(signal) {
            stage.send($0)
            stage.complete()
          }
        }
      },
    ]
  }
}
