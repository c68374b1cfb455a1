extension ObservableType {
  /// A sequence of the elements of all the sequences that this one's elements are
  /// transformed to, as they come.
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
