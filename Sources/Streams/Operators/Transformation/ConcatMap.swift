extension ObservableType {
  /// A sequence of the elements of all the sequences that this one's elements are
  /// transformed to, one sequence after the other.
  public func concatMap<Source: ObservableConvertibleType>(
    _ selector: @escaping (Element) throws -> Source
  ) -> Observable<Source.Element> {
    ConcatMap(asObservable(), limit: 1) { try selector($0).asObservable() }
  }
}

extension ObservableType where Element: ObservableConvertibleType {
  /// A sequence of the elements of the sequences that this one sends, one after the other.
  public func concat() -> Observable<Element.Element> {
    ConcatMap(asObservable(), limit: 1) { $0.asObservable() }
  }
}

final class ConcatMap<Input, Output>: Flatten<Input, Output>, @unchecked Sendable {}
