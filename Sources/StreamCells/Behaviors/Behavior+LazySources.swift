import Streams

extension Behavior {
  /// Functions that receive a sequence of streams or elements. They must request an element of the
  /// sequence only when they need it, because the sequence may be infinite.
  static let lazySources = [
    Behavior("sequences of streams", "are requested one stream at a time") { check in
      for (name, end, make) in requesters {
        let requests = Requests()
        let subscription = make(requests)
        for expected in 1...4 {
          check.expect(requests.feeds.count, is: expected, "streams that \(name) requested")
          check.expect(
            requests.feeds.filter(\.hasObservers).count, is: 1,
            "streams to which \(name) is subscribed")
          requests.feeds.last?.on(end)
        }
        subscription.dispose()
        check.expect(
          requests.feeds.count, is: 5, "streams that \(name) requested until its disposal")
        check.expect(
          !requests.feeds.contains(where: \.hasObservers),
          "\(name) is still subscribed to a stream")
      }
    },
    Behavior("sequences of streams", "are requested only until the result ends") { check in
      for (name, take) in limits {
        for count in 1...3 {
          let requests = Requests()
          take(requests, count).dispose()
          check.expect(
            requests.number, is: count, "requests of \(name) for the first \(count) elements")
        }
      }
    },
  ]

  /// Functions that subscribe to the streams of a sequence one after the other, and the event of a
  /// stream after which they subscribe to the next one.
  private static var requesters: [(String, Event<Int>, (Requests) -> any Disposable)] {
    [
      (
        "concat", .completed,
        { Observable.concat($0.streams { $0.asObservable() }).subscribe() }
      ),
      (
        "concat of a lazy collection", .completed,
        { requests in
          Observable.concat((0..<9).lazy.map { _ in requests.stream().asObservable() }).subscribe()
        }
      ),
      (
        "concat in concat", .completed,
        {
          let inner = Observable.concat($0.streams { $0.asObservable() })
          return inner.concat(Observable.never()).subscribe()
        }
      ),
      (
        "concat of Infallible", .completed,
        { Infallible.concat($0.streams { $0.asInfallible(onErrorJustReturn: 0) }).subscribe() }
      ),
      (
        "concat of Completable", .completed,
        { Completable.concat($0.streams { $0.ignoreElements().asCompletable() }).subscribe() }
      ),
      (
        "catch(sequence:)", .error(CellError()),
        { Observable.catch(sequence: $0.streams { $0.asObservable() }).subscribe() }
      ),
      (
        "catch(sequence:) in catch(sequence:)", .error(CellError()),
        {
          let inner = Observable.catch(sequence: $0.streams { $0.asObservable() })
          return Observable.catch(sequence: [inner, .never()]).subscribe()
        }
      ),
    ]
  }

  /// Functions that subscribe to a stream made from a sequence, and take a number of its elements.
  /// Each stream of the sequence sends its element after the call that subscribes to the stream has
  /// returned.
  private static var limits: [(String, (Requests, Int) -> any Disposable)] {
    [
      (
        "concat",
        { requests, count in
          Observable.concat(requests.streams { _ in Observable.of(1) }).take(count).subscribe()
        }
      ),
      (
        "concat of Infallible",
        { requests, count in
          Infallible.concat(requests.streams { _ in Infallible.of(1) }).take(count).subscribe()
        }
      ),
      (
        "catch(sequence:)",
        { requests, count in
          let failing = Observable.of(1).concat(Observable.error(CellError()))
          return Observable.catch(sequence: requests.streams { _ in failing }).take(count)
            .subscribe()
        }
      ),
      (
        "from",
        { requests, count in
          Observable.from(requests.streams { _ in 1 }).take(count).subscribe()
        }
      ),
      (
        "from of Infallible",
        { requests, count in
          Infallible.from(requests.streams { _ in 1 }).take(count).subscribe()
        }
      ),
    ]
  }
}

/// A sequence of streams that records which streams were requested. It ends after nine streams, so
/// that code that requests all of them ends as well.
private final class Requests {
  private(set) var feeds: [PublishSubject<Int>] = []
  var number: Int { feeds.count }

  func stream() -> PublishSubject<Int> {
    let feed = PublishSubject<Int>()
    feeds.append(feed)
    return feed
  }

  /// Returns a sequence whose elements are made from the requested streams.
  func streams<Element>(_ make: @escaping (PublishSubject<Int>) -> Element) -> AnySequence<Element>
  {
    AnySequence {
      AnyIterator { self.number < 9 ? make(self.stream()) : nil }
    }
  }
}
