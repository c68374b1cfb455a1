extension ObservableType {
  /// Returns an observable sequence that transforms each element of this sequence into an inner
  /// sequence and sends the elements of the inner sequences, one sequence after the other.
  ///
  /// - Parameter selector: A closure that returns the inner sequence for an element. It is called
  ///   when the element arrives. The inner sequence is subscribed to when all previous ones have
  ///   completed. If the closure throws, the result fails with that error.
  /// - Returns: An observable sequence. It completes when this sequence and all inner sequences
  ///   have completed, and fails as soon as one of them fails.
  /// - Note: Waiting inner sequences are retained. Disposing the subscription to the result
  ///   disposes all subscriptions and releases the waiting sequences.
  public func concatMap<Source: ObservableConvertibleType>(
    _ selector: @escaping (Element) throws -> Source
  ) -> Observable<Source.Element> {
    ConcatMap(asObservable(), limit: 1) { try selector($0).asObservable() }
  }
}

extension ObservableType where Element: ObservableConvertibleType {
  /// Returns an observable sequence that sends the elements of this sequence's inner sequences. It
  /// subscribes to the inner sequences one after the other.
  ///
  /// - Returns: An observable sequence. It completes when this sequence and all inner sequences
  ///   have completed, and fails as soon as one of them fails.
  public func concat() -> Observable<Element.Element> {
    ConcatMap(asObservable(), limit: 1) { $0.asObservable() }
  }
}

final class ConcatMap<Input, Output>: Flatten<Input, Output>, @unchecked Sendable {}
