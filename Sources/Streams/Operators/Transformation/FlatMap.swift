extension ObservableType {
  /// Returns an observable sequence that transforms each element of this sequence into an inner
  /// sequence and sends the elements of all inner sequences as they arrive.
  ///
  /// - Parameter selector: A closure that returns the inner sequence for an element. If it throws,
  ///   the result fails with that error.
  /// - Returns: An observable sequence. It completes when this sequence and all inner sequences
  ///   have completed, and fails as soon as one of them fails.
  /// - Note: If an inner sequence never ends, the subscription to it lasts until the result ends.
  ///   Disposing the subscription to the result disposes all subscriptions.
  @inlinable
  public func flatMap<Source: ObservableConvertibleType>(
    _ selector: @escaping (Element) throws -> Source
  ) -> Observable<Source.Element> {
    FlatMap(asObservable(), limit: .max) { try selector($0).asObservable() }
  }
}

@usableFromInline
final class FlatMap<Input, Output>: Flatten<Input, Output>, @unchecked Sendable {
  @usableFromInline
  override init(
    _ source: Observable<Input>, limit: Int,
    _ selector: @escaping (Input) throws -> Observable<Output>
  ) {
    super.init(source, limit: limit, selector)
  }
}
