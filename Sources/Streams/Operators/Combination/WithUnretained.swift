extension ObservableType {
  /// Returns an observable sequence that combines each element of this sequence with an object,
  /// without retaining the object.
  ///
  /// - Parameters:
  ///   - obj: The object, to which the result refers weakly.
  ///   - resultSelector: A closure that returns the element to send.
  /// - Returns: An observable sequence. It completes or fails when this sequence does. It also
  ///   completes at the first element that arrives after the object has been deallocated.
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

  /// Returns an observable sequence that sends tuples of an object and an element of this sequence.
  /// The object is not retained.
  ///
  /// - Parameter obj: The object, to which the result refers weakly.
  /// - Returns: An observable sequence. It completes or fails when this sequence does. It also
  ///   completes at the first element that arrives after the object has been deallocated.
  public func withUnretained<Object: AnyObject>(
    _ obj: Object
  ) -> Observable<(Object, Element)> {
    withUnretained(obj) { ($0, $1) }
  }
}

private enum UnretainedError: Error {
  case failedRetaining
}
