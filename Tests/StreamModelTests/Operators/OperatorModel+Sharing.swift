import Streams

extension OperatorModel {
  /// Operators that share one subscription to the source.
  static var sharing: [OperatorModel] {
    [
      OperatorModel("share") {
        $0.port(0).share()
      } model: { stage in
        stage.isSerial = { _, _ in true }
        stage.each { stage.send($0) }
      },
      OperatorModel("share, two subscribers") { stage in
        let shared = stage.port(0).share()
        return shared.take(2).concat(Observable.never()).amb(Observable.never())
          .flatMap { Observable.just($0) }
      } model: { stage in
        stage.isSerial = { _, _ in true }
        var left = 2
        stage.subscribe(0, "") { signal in
          if case .completed = signal { return }
          stage.forwardingEnds(signal) {
            left -= 1
            stage.send($0)
            if left == 0 { stage.dispose("") }
          }
        }
      },
      OperatorModel("share(replay:)") {
        $0.port(0).share(replay: 2)
      } model: { stage in
        stage.isSerial = { _, _ in true }
        var last: [Int] = []
        stage.retained = { last }
        stage.each {
          last = last.suffix(1) + [$0]
          stage.send($0)
        }
      },
      OperatorModel("multicast with a selector") { stage in
        stage.port(0).multicast({ PublishSubject<Probe>() }, selector: { $0.map { $0 } })
      } model: { stage in
        stage.isSerial = { _, _ in true }
        stage.each { stage.send($0) }
      },
    ]
  }
}
