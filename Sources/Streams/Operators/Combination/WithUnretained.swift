extension ObservableType {
  /// Returns an observable sequence that combines each element of this one with an object that is
  /// not retained.
  ///
  /// - Parameters:
  ///   - obj: The object, to which the sequence refers weakly.
  ///   - resultSelector: A closure that returns the element to send.
  /// - Returns: An observable sequence. It ends as this one ends, and completes at the first
  ///   element after the object has been deallocated.
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

  /// Returns an observable sequence that pairs an object, which is not retained, with each element
  /// of this one.
  ///
  /// - Parameter obj: The object, to which the sequence refers weakly.
  /// - Returns: An observable sequence. It ends as this one ends, and completes at the first
  ///   element after the object has been deallocated.
  public func withUnretained<Object: AnyObject>(
    _ obj: Object
  ) -> Observable<(Object, Element)> {
    withUnretained(obj) { ($0, $1) }
  }
}

private enum UnretainedError: Error {
  case failedRetaining
}
