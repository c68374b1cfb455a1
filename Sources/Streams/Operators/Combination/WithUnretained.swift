extension ObservableType {
  /// A sequence of this one's elements with an object that is held weakly, transformed.
  ///
  /// It completes when an element comes and the object is gone.
  public func withUnretained<Object: AnyObject, Out>(
    _ obj: Object, resultSelector: @escaping (Object, Element) -> Out
  ) -> Observable<Out> {
    map { [weak obj] element -> Out in
      guard let obj else { throw UnretainedError.failedRetaining }
      return resultSelector(obj, element)
    }
    .catch { error in
      guard case UnretainedError.failedRetaining = error else { return .error(error) }
      return .empty()
    }
  }

  /// A sequence of this one's elements with an object that is held weakly.
  ///
  /// It completes when an element comes and the object is gone.
  public func withUnretained<Object: AnyObject>(
    _ obj: Object
  ) -> Observable<(Object, Element)> {
    withUnretained(obj) { ($0, $1) }
  }
}

private enum UnretainedError: Error {
  case failedRetaining
}
