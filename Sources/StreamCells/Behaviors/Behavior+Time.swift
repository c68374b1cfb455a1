import Streams

extension Behavior {
  /// The events that operators send, and their times.
  static let time = [
    Behavior("timelines", "of throttle") { check in
      check.timeline("1@1 2@2 3@3 4@7 5@13 |@14", "1@1 3@6 4@11 5@16 |@16") { source, _, clock in
        source.throttle(.seconds(5), scheduler: clock)
      }
      check.timeline("1@1 2@2 3@3 4@7 5@13 |@14", "1@1 4@7 5@13 |@14") { source, _, clock in
        source.throttle(.seconds(5), latest: false, scheduler: clock)
      }
      check.timeline("1@1 2@2 x@4", "1@1 x@4") { source, _, clock in
        source.throttle(.seconds(5), scheduler: clock)
      }
      check.timeline("1@1 2@2 d@4", "1@1") { source, _, clock in
        source.throttle(.seconds(5), scheduler: clock)
      }
      check.timeline("1@1 |@9", "1@1 |@9") { source, _, clock in
        source.throttle(.seconds(5), scheduler: clock)
      }
      check.timeline("1@1 2@6 3@11 4@12 5@13 |@30", "1@1 2@6 3@11 5@16 |@30") {
        source, _, clock in
        source.throttle(.seconds(5), scheduler: clock)
      }
    },
    Behavior("timelines", "of debounce") { check in
      check.timeline("1@1 2@3 3@10 |@30", "2@8 3@15 |@30") { source, _, clock in
        source.debounce(.seconds(5), scheduler: clock)
      }
      check.timeline("1@1 2@5 3@6 |@8", "3@8 |@8") { source, _, clock in
        source.debounce(.seconds(5), scheduler: clock)
      }
      check.timeline("1@1 x@2", "x@2") { source, _, clock in
        source.debounce(.seconds(5), scheduler: clock)
      }
      check.timeline("1@1 |@20", "1@6 |@20") { source, _, clock in
        source.debounce(.seconds(5), scheduler: clock)
      }
      check.timeline("1@1 d@2", "") { source, _, clock in
        source.debounce(.seconds(5), scheduler: clock)
      }
    },
    Behavior("timelines", "of delay") { check in
      check.timeline("1@1 2@2 |@3", "1@6 2@7 |@8") { source, _, clock in
        source.delay(.seconds(5), scheduler: clock)
      }
      check.timeline("1@1 2@2 x@7", "1@6 x@7") { source, _, clock in
        source.delay(.seconds(5), scheduler: clock)
      }
      check.timeline("1@1 2@2 x@3", "x@3") { source, _, clock in
        source.delay(.seconds(5), scheduler: clock)
      }
      check.timeline("1@1 2@9 |@9", "1@6 2@14 |@15") { source, _, clock in
        source.delay(.seconds(5), scheduler: clock)
      }
      check.timeline("1@1 |@9", "1@6 |@14") { source, _, clock in
        source.delay(.seconds(5), scheduler: clock)
      }
      check.timeline("|@3", "|@8") { source, _, clock in
        source.delay(.seconds(5), scheduler: clock)
      }
      check.timeline("1@1 2@7 3@8 |@9", "2@7 3@8 |@9") { source, _, clock in
        source.delaySubscription(.seconds(5), scheduler: clock)
      }
      check.timeline("1@1 2@3 |@4", "1@2 2@4 |@5") { source, _, clock in
        source.observe(on: clock).filter { _ in true }
      }
      check.timeline("1@1 |@9", "1@2 |@10") { source, _, clock in source.observe(on: clock) }
      check.timeline("1@1 x@9", "1@2 x@10") { source, _, clock in source.observe(on: clock) }
      check.timeline("|@3", "|@4") { source, _, clock in source.observe(on: clock) }
    },
    Behavior("timelines", "of timeout") { check in
      check.timeline("1@1 2@5 3@15", "1@1 2@5 Sequence timeout.@11") { source, _, clock in
        source.timeout(.seconds(6), scheduler: clock)
      }
      check.timeline("1@1 2@5 3@10 4@14 |@16", "1@1 2@5 3@10 4@14 |@16") { source, _, clock in
        source.timeout(.seconds(6), scheduler: clock)
      }
      check.timeline("1@1 2@15 x@16", "7@10 8@20 |@21", "1@1 7@10 8@20 |@21") {
        source, other, clock in
        source.timeout(.seconds(6), other: other, scheduler: clock)
      }
      check.timeline("1@1 2@15 |@16", "7@10 8@20 x@21", "1@1 7@10 8@20 x@21") {
        source, other, clock in
        source.timeout(.seconds(6), other: other, scheduler: clock)
      }
      check.timeline("1@1 x@3", "x@9", "1@1 x@3") { source, other, clock in
        source.timeout(.seconds(6), other: other, scheduler: clock)
      }
      check.timeline("1@1 d@3", "1@1") { source, _, clock in
        source.timeout(.seconds(6), scheduler: clock)
      }
      check.timeline("1@1", "7@10 8@30 d@40", "1@1 7@10 8@30") { source, other, clock in
        source.timeout(.seconds(6), other: other, scheduler: clock)
      }
    },
    Behavior("timelines", "of buffers and windows") { check in
      func sums(_ clock: TestScheduler, _ source: Observable<Int>) -> Observable<Int> {
        source.buffer(timeSpan: .seconds(5), count: 2, scheduler: clock).map { $0.reduce(0, +) }
      }
      check.timeline("1@1 2@3 3@4 |@20", "3@3 3@8 0@13 0@18 0@20 |@20") { sums($2, $0) }
      check.timeline("1@1 2@6 3@7 x@8", "1@5 5@7 x@8") { sums($2, $0) }
      check.timeline("1@1 2@3 d@4", "3@3") { sums($2, $0) }
      func windows(_ clock: TestScheduler, _ source: Observable<Int>) -> Observable<Int> {
        source.window(timeSpan: .seconds(5), count: 2, scheduler: clock).enumerated()
          .flatMap { number, window in window.map { number * 100 + $0 } }
      }
      check.timeline(
        "1@1 2@6 3@7 4@8 5@9 6@10 7@12 |@20", "1@1 102@6 103@7 204@8 205@9 306@10 307@12 |@20"
      ) { windows($2, $0) }
      check.timeline("1@1 2@2 3@3 4@6 5@7 x@9", "1@1 2@2 103@3 104@6 205@7 x@9") {
        windows($2, $0)
      }
      check.timeline("1@1 2@6 d@7", "1@1 102@6") { windows($2, $0) }
    },
    Behavior("timelines", "of two sources") { check in
      check.timeline("1@1 2@3 |@9", "7@4 8@5 |@6", "1@1 2@3 7@4 8@5 |@9") { .merge($0, $1) }
      check.timeline("1@1 2@3 |@6", "7@4 8@5 |@9", "2@4 |@9") { $0.sample($1) }
      check.timeline("1@1 |@6", "7@4 8@5 9@7 7@8 |@9", "1@4 |@7") { first, second, _ in
        first.sample(second)
      }
      check.timeline("1@1 2@3 x@6", "7@4 8@5 |@9", "2@4 x@6") { $0.sample($1) }
      check.timeline("1@1 2@3", "7@4 x@5", "2@4 x@5") { $0.sample($1) }
      check.timeline("1@1 2@3 |@8", "7@2 |@4", "1@2 2@4") { $0.sample($1) }
      check.timeline("1@1 2@3 3@5 |@9", "7@4", "1@1 2@3 |@4") { $0.take(until: $1) }
      check.timeline("1@1 2@3 3@5 |@9", "|@4", "1@1 2@3 3@5 |@9") { $0.take(until: $1) }
      check.timeline("1@1 2@3 3@5 |@9", "x@4", "1@1 2@3 x@4") { $0.take(until: $1) }
      check.timeline("1@1 2@3 3@5 |@9", "7@4 8@6", "3@5 |@9") { $0.skip(until: $1) }
      check.timeline("1@1 2@3 3@5 |@9", "|@4", "") { $0.skip(until: $1) }
      check.timeline("1@1 2@3 3@5 |@9", "x@4", "x@4") { $0.skip(until: $1) }
      check.timeline("1@1 2@3 x@5", "7@4", "x@5") { $0.skip(until: $1) }
      check.timeline("1@1 2@3 3@5 |@9", "7@2 x@6", "2@3 3@5 |@9") { $0.skip(until: $1) }
      check.timeline("1@1 2@3 |@9", "7@2 8@4", "72@3 |@9") { first, second, _ in
        first.withLatestFrom(second) { $0 + 10 * $1 }
      }
      check.timeline("1@3 2@5 |@9", "7@2 8@4 |@6", "71@3 82@5 |@9") { first, second, _ in
        first.withLatestFrom(second) { $0 + 10 * $1 }
      }
      check.timeline("1@3 2@5 |@9", "7@2 x@4", "71@3 x@4") { first, second, _ in
        first.withLatestFrom(second) { $0 + 10 * $1 }
      }
      check.timeline("1@1 2@3 |@9", "7@2 8@4 |@6", "1@1 2@3 |@9") { $0.amb($1) }
      check.timeline("1@3 2@4 |@9", "7@2 8@5 |@6", "7@2 8@5 |@6") { $0.amb($1) }
      check.timeline("|@1", "7@2", "|@1") { $0.amb($1) }
      check.timeline("1@3", "x@2", "x@2") { $0.amb($1) }
      check.timeline("1@1 2@3 |@9", "7@2 8@4 |@6", "71@2 72@3 82@4 |@9") { first, second, _ in
        .combineLatest(first, second) { $0 + 10 * $1 }
      }
      check.timeline("1@1 2@3 |@9", "7@2 8@4 x@6", "71@2 72@3 82@4 x@6") { first, second, _ in
        .combineLatest(first, second) { $0 + 10 * $1 }
      }
      check.timeline("1@1 2@3 |@5", "7@2 8@4 9@6", "71@2 82@4") { first, second, _ in
        .zip(first, second) { $0 + 10 * $1 }
      }
      check.timeline("1@1 2@2 3@3", "7@5 |@6", "71@5") { first, second, _ in
        .zip(first, second) { $0 + 10 * $1 }
      }
      check.timeline("1@1 2@3 |@5", "7@2 8@6 |@7", "1@1 2@3 8@6 |@7") { $0.concat($1) }
      check.timeline("1@1 x@3", "7@2 8@6 |@7", "1@1 8@6 |@7") { first, second, _ in
        first.catch { _ in second }
      }
      check.timeline("1@1 x@3", "7@2 x@7", "1@1 x@7") { first, second, _ in
        first.catch { _ in second }
      }
      check.timeline("1@1 x@3", "7@5 d@6", "1@1 7@5") { first, second, _ in
        first.catch { _ in second }
      }
      check.timeline("|@3", "7@5 d@6", "7@5") { first, second, _ in
        first.ifEmpty(switchTo: second)
      }
      check.timeline("1@1 |@3", "7@5", "1@1 |@3") { first, second, _ in
        first.ifEmpty(switchTo: second)
      }
    },
    Behavior("timelines", "of limits") { check in
      check.timeline("1@1 2@3 3@7 |@9", "1@1 2@3 |@5") { source, _, clock in
        source.take(for: .seconds(5), scheduler: clock)
      }
      check.timeline("1@1 2@3 3@7 |@9", "3@7 |@9") { source, _, clock in
        source.skip(.seconds(5), scheduler: clock)
      }
      check.timeline("1@1 2@3 3@7 x@9", "3@7 x@9") { source, _, clock in
        source.skip(.seconds(5), scheduler: clock)
      }
      check.timeline("1@1 2@3 d@4", "2@3") { source, _, clock in
        source.subscribe(on: clock)
      }
      check.timeline("d@9", "0@3 1@6") { _, _, clock in
        Observable<Int>.interval(.seconds(3), scheduler: clock)
      }
      check.timeline("d@9", "0@3 |@3") { _, _, clock in
        Observable<Int>.timer(.seconds(3), scheduler: clock)
      }
    },
  ]
}
