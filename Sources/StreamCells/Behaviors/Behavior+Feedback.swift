import Scenarios
import Streams

extension Behavior {
  /// Elements that are sent while another element is delivered. They must be delivered after that
  /// element.
  static let feedback = [
    Behavior("feedback", "is sent in turn") { check in
      let clock = TestScheduler(initialClock: 0)
      let makers: [(PublishSubject<Int>) -> Observable<Int>] = [
        { $0.asObservable() },
        { .merge($0.asObservable(), Observable.empty()) },
        { .combineLatest($0, Observable.just(0)) { $0 + $1 } },
        { .zip($0, $0) { ($0 + $1) / 2 } }, { $0.flatMap { Observable.just($0) } },
        { $0.flatMapLatest { Observable.just($0) } }, { $0.concatMap { Observable.just($0) } },
        { $0.withLatestFrom(Observable.just(0)) { $0 + $1 } }, { $0.amb(Observable.never()) },
        { $0.sample($0) }, { $0.take(until: Observable<Int>.never()) },
        { $0.skip(until: Observable.just(0)) }, { $0.scan(0) { $1 } },
        { $0.retry(when: { (errors: Observable<any Error>) in errors }) },
        { $0.share(replay: 1) }, { $0.share() }, { $0.throttle(.seconds(0), scheduler: clock) },
        { $0.buffer(timeSpan: .seconds(9), count: 1, scheduler: clock).compactMap(\.first) },
        { $0.window(timeSpan: .seconds(9), count: 2, scheduler: clock).flatMap { $0 } },
        { $0.timeout(.seconds(99), scheduler: clock) }, { $0.groupBy { _ in 0 }.flatMap { $0 } },
      ]
      for (number, make) in makers.enumerated() {
        let subject = PublishSubject<Int>()
        var inside = 0
        let subscription = make(subject).subscribe(
          onNext: { [unowned subject] element in
            inside += 1
            check.expect(inside == 1, "an element of stream \(number) overtook another")
            check.log.append("\(element)")
            if element == 1 {
              subject.onNext(2)
              subject.onNext(3)
            }
            if element == 3 { subject.onCompleted() }
            inside -= 1
          },
          onCompleted: {
            check.expect(inside == 0, "the end of stream \(number) overtook an element")
            check.log.append("completed")
          })
        subject.onNext(1)
        check.expect(
          check.log.joined(separator: " "), is: "1 2 3 completed", "the events of stream \(number)")
        check.log = []
        subscription.dispose()
      }
    },
    Behavior("feedback", "while two threads send") { check in
      // The second thread sends its elements while the handler of the first thread's element runs.
      // They must not be lost.
      let makers: [(PublishSubject<Int>, PublishSubject<Int>) -> Observable<Int>] = [
        { first, second in .merge(first, second) },
        { first, second in .combineLatest(first.startWith(0), second.startWith(0)) { $0 + $1 } },
        { first, second in first.flatMap { _ in second.startWith(0) } },
        { first, second in first.amb(Observable.never()).amb(second) },
        { first, second in .zip(first, first) { $0 + $1 } },
        { first, _ in first.asObservable() },
        { first, _ in first.scan(0, accumulator: +) },
        { first, _ in first.share(replay: 1) },
        { first, second in first.retry(when: { (_: Observable<any Error>) in second }) },
      ]
      for (number, make) in makers.enumerated() {
        let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
        var received = 0
        var hasSent = false
        let subscription = make(first, second).subscribe(onNext: { element in
          received += 1
          guard !hasSent else { return }
          hasSent = true
          onOtherThread {
            first.onNext(2)
            second.onNext(2)
          }
        })
        first.onNext(1)
        second.onNext(3)
        first.onNext(4)
        check.expect(received > 2, "stream \(number) lost an element; it delivered \(received)")
        check.log.append("\(received)")
        subscription.dispose()
      }
      check.expectLog("5 5 5 3 3 3 3 3 3")
    },
    Behavior("ReplaySubject", "sending while another thread replays") { check in
      let subject = ReplaySubject<Int>.create(bufferSize: 2)
      subject.onNext(1)
      var inside = 0
      let subscription = subject.subscribe(onNext: { number in
        inside += 1
        check.expect(inside == 1, "an element overtook another")
        check.log.append("\(number)")
        if number == 1 {
          onOtherThread {
            subject.onNext(2)
            subject.onNext(3)
          }
        }
        inside -= 1
      })
      subject.onNext(4)
      check.expectLog("1 2 3 4")
      subscription.dispose()
    },
    Behavior("deep chains", "of ends") { check in
      for end in [Observable<Int>.empty(), .error(CellError()), .just(7)] {
        var chain = end
        for _ in 0..<150 { chain = .merge(chain, Observable.empty()) }
        for _ in 0..<150 { chain = Observable.just(0).flatMap { [chain] _ in chain } }
        for _ in 0..<80 { chain = chain.amb(Observable.never()) }
        for _ in 0..<80 { chain = .combineLatest(chain, Observable.just(0)) { $0 + $1 } }
        for _ in 0..<80 { chain = chain.concat(Observable.empty()) }
        chain.log(check).dispose()
      }
      check.expectLog("completed disposed error disposed 7 completed disposed")
    },
    Behavior("deep chains", "of a subject") { check in
      let subject = PublishSubject<Int>()
      var chain = subject.asObservable()
      for _ in 0..<100 { chain = .merge(chain, Observable.never()) }
      let subscription = chain.log(check)
      for number in 1...3 { subject.onNext(number) }
      check.expectLog("1 2 3")
      subject.onError(CellError())
      check.expectLog("error disposed")
      subscription.dispose()
    },
  ]
}
