import Scenarios
import Streams

extension StreamSource {
  /// Every source. Add a line for each new source.
  static let all = fed + still + timed + subjects + relays + asynchronous

  private static let asynchronous = [
    StreamSource("AsyncSequence", possibleEndings: .task, usesTasks: true) { _ in AsyncFeed() }
  ]

  private static let fed = [
    StreamSource("create", sinks: "AnonymousObservableSink") { _ in CreateFeed() },
    StreamSource("deferred", sinks: "ForwardingSink", "AnonymousObservableSink") { _ in
      WrappedFeed { source in Observable.deferred { source } }
    },
    StreamSource("using", sinks: "ForwardingSink", "AnonymousObservableSink") { _ in
      WrappedFeed { source in
        Observable.using({ BooleanDisposable() }, observableFactory: { _ in source })
      }
    },
  ]

  private static let still = [
    StreamSource("just", possibleEndings: .atOnce(.completion)) { _ in StillFeed(.just(1)) },
    StreamSource("from(optional:)", possibleEndings: .atOnce(.completion)) { _ in
      StillFeed(.from(optional: 1))
    },
    StreamSource("empty", possibleEndings: .atOnce(.completion), isEmpty: true) { _ in
      StillFeed(.empty())
    },
    StreamSource("error", possibleEndings: .atOnce(.error)) { _ in StillFeed(.error(CellError())) },
    StreamSource("never", possibleEndings: .silent, withholds: true) { _ in StillFeed(.never()) },
  ]

  private static let timed: [StreamSource] = [
    .timed("of", sinks: "SequenceSink", possibleEndings: .completing) { clock, _ in
      .of(1, 2, 3, 4, scheduler: clock)
    },
    .timed("from", sinks: "SequenceSink", possibleEndings: .completing) { clock, _ in
      .from(1...4, scheduler: clock)
    },
    .timed("range", sinks: "SequenceSink", possibleEndings: .completing) { clock, _ in
      .range(start: 1, count: 4, scheduler: clock)
    },
    .timed("repeatElement", sinks: "SequenceSink", possibleEndings: .endless) { clock, _ in
      .repeatElement(1, scheduler: clock)
    },
    .timed("generate", sinks: "GenerateSink", possibleEndings: .completing) { clock, _ in
      .generate(initialState: 1, condition: { $0 < 5 }, scheduler: clock) { $0 + 1 }
    },
    .timed("interval", sinks: "TimerSink", possibleEndings: .endless) { clock, _ in
      .interval(.seconds(1), scheduler: clock)
    },
    .timed("timer", sinks: "TimerSink", possibleEndings: .endless) { clock, _ in
      .timer(.seconds(1), period: .seconds(1), scheduler: clock)
    },
    .timed("timer once", possibleEndings: PossibleEndings([], [.completion], [])) { clock, _ in
      .timer(.seconds(1), scheduler: clock)
    },
    .timed("hot", sinks: "AnonymousObservableSink", possibleEndings: .recorded) { clock, ending in
      clock.createHotObservable(ClockFeed.recorded(endingBy: ending)).asObservable()
    },
    .timed("cold", sinks: "AnonymousObservableSink", possibleEndings: .recorded) { clock, ending in
      clock.createColdObservable(ClockFeed.recorded(endingBy: ending)).asObservable()
    },
  ]

  private static let subjects = [
    StreamSource("PublishSubject", possibleEndings: .subject) { _ in
      SubjectFeed(PublishSubject())
    },
    StreamSource("BehaviorSubject") { _ in SubjectFeed(BehaviorSubject(value: 0)) },
    StreamSource("ReplaySubject") { _ in SubjectFeed(ReplaySubject.create(bufferSize: 2)) },
    StreamSource("AsyncSubject", possibleEndings: .elementAtEnd, withholds: true) { _ in
      SubjectFeed(AsyncSubject())
    },
  ]

  private static let relays = [
    StreamSource("PublishRelay", possibleEndings: .relay) { _ in
      RelayFeed(PublishRelay()) { $0.accept($1) }
    },
    StreamSource("BehaviorRelay", possibleEndings: .replayingRelay) { _ in
      RelayFeed(BehaviorRelay(value: 0)) { $0.accept($1) }
    },
    StreamSource("ReplayRelay", possibleEndings: .replayingRelay) { _ in
      RelayFeed(ReplayRelay.create(bufferSize: 2)) { $0.accept($1) }
    },
  ]
}
