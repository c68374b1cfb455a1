import Foundation
import OpenCombine

/// The ways in which a subscription ends.
enum Ending: String, CaseIterable {
  case completion, failure, cancel, drop, none
}

/// An operator of the peer, applied to a subject.
struct LeakCell {
  typealias Source = PassthroughSubject<Int, PeerError>
  typealias Publisher = AnyPublisher<Int, PeerError>

  struct PeerError: Error {}

  let name: String
  /// A closure that applies the operator. `other` is for operators that combine two publishers.
  let apply: (_ source: Source, _ other: Source) -> Publisher

  init<P: OpenCombine.Publisher>(_ name: String, _ apply: @escaping (Source, Source) -> P)
  where P.Output == Int, P.Failure == PeerError {
    self.name = name
    self.apply = { apply($0, $1).eraseToAnyPublisher() }
  }

  /// Subscribes, sends two values through each source and ends the subscription in the given way.
  /// No object is kept.
  @inline(never)
  func run(_ ending: Ending) {
    let source = Source()
    let other = Source()
    var cancellables: Set<AnyCancellable> = []
    let publisher = apply(source, other)
    if ending == .none {
      // No cancellable is kept, and the sources are released without an event.
      publisher.subscribe(Subscribers.Sink(receiveCompletion: { _ in }, receiveValue: { _ in }))
    } else {
      publisher.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        .store(in: &cancellables)
    }
    for value in 1...2 {
      source.send(value)
      other.send(value)
    }
    switch ending {
    case .completion:
      source.send(completion: .finished)
      other.send(completion: .finished)
    case .failure: source.send(completion: .failure(PeerError()))
    case .cancel: for each in cancellables { each.cancel() }
    case .drop: cancellables = []
    case .none: break
    }
    withExtendedLifetime(cancellables) {}
  }

  static var all: [LeakCell] {
    [
      LeakCell("map") { source, _ in source.map { $0 + 1 } },
      LeakCell("tryMap") { source, _ in
        source.tryMap { $0 + 1 }.mapError { _ in PeerError() }
      },
      LeakCell("filter") { source, _ in source.filter { $0 > 0 } },
      LeakCell("compactMap") { source, _ in source.compactMap { Optional($0) } },
      LeakCell("scan") { source, _ in source.scan(0, +) },
      LeakCell("reduce") { source, _ in source.reduce(0, +) },
      LeakCell("collect") { source, _ in source.collect().map(\.count) },
      LeakCell("removeDuplicates") { source, _ in source.removeDuplicates() },
      LeakCell("first") { source, _ in source.first() },
      LeakCell("last") { source, _ in source.last() },
      LeakCell("dropFirst") { source, _ in source.dropFirst() },
      LeakCell("prefix") { source, _ in source.prefix(1) },
      LeakCell("drop(untilOutputFrom:)") { source, other in source.drop(untilOutputFrom: other) },
      LeakCell("prefix(untilOutputFrom:)") { source, other in
        source.prefix(untilOutputFrom: other)
      },
      LeakCell("flatMap") { source, other in source.flatMap { _ in other } },
      LeakCell("switchToLatest") { source, other in source.map { _ in other }.switchToLatest() },
      LeakCell("append") { source, other in source.append(other) },
      LeakCell("zip") { source, other in source.zip(other) { $0 + $1 } },
      LeakCell("catch") { source, other in source.catch { _ in other } },
      LeakCell("retry") { source, _ in source.retry(1) },
      LeakCell("replaceError") { source, _ in
        source.replaceError(with: 0).setFailureType(to: PeerError.self)
      },
      LeakCell("buffer") { source, _ in
        source.buffer(size: 2, prefetch: .keepFull, whenFull: .dropOldest)
      },
      LeakCell("handleEvents") { source, _ in source.handleEvents(receiveOutput: { _ in }) },
      LeakCell("share") { source, _ in source.share() },
      LeakCell("multicast and autoconnect") { source, _ in
        source.multicast { Source() }.autoconnect()
      },
      LeakCell("receive(on:)") { source, _ in
        source.receive(on: ImmediateScheduler.shared)
      },
      LeakCell("subscribe(on:)") { source, _ in
        source.subscribe(on: ImmediateScheduler.shared)
      },
    ]
  }
}
