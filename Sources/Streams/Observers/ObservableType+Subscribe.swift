extension ObservableType {
  /// Subscribes a closure that receives every event.
  ///
  /// - Parameter on: The closure. It is retained until an end, or until the subscription is
  ///   disposed.
  /// - Returns: A disposable that ends the subscription.
  public func subscribe(_ on: @escaping (Event<Element>) -> Void) -> any Disposable {
    asObservable().attach(EventObserver(on))
  }

  /// Subscribes closures for each kind of event.
  ///
  /// The closures run where the sequence sends its events; ``ObservableType/observe(on:)`` selects
  /// a scheduler. They are retained, with all objects that they capture, until the sequence ends or
  /// the subscription is disposed. A closure that captures the owner of the returned disposable
  /// strongly forms a retain cycle until one of the two happens.
  ///
  /// - Parameters:
  ///   - onNext: Receives each element.
  ///   - onError: Receives the error of a failure. Without it, the error is passed to
  ///     ``Hooks/defaultErrorHandler``.
  ///   - onCompleted: A closure called when the sequence completes.
  ///   - onDisposed: A closure called once, after the end handler or at disposal.
  /// - Returns: A disposable that ends the subscription. The subscription stays alive even if the
  ///   disposable is not kept.
  @inlinable
  public func subscribe(
    onNext: ((Element) -> Void)? = nil,
    onError: ((any Error) -> Void)? = nil,
    onCompleted: (() -> Void)? = nil,
    onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    AnonymousObserver(onNext: onNext, onError: onError, onCompleted: onCompleted)
      .subscribe(to: asObservable(), onDisposed: onDisposed)
  }

  /// Subscribes closures that receive an object, to which the subscription refers weakly.
  ///
  /// No closure is called after the object has been deallocated. The subscription itself continues
  /// until the sequence ends or the subscription is disposed.
  ///
  /// - Parameters:
  ///   - object: The object that is passed to the closures.
  ///   - onNext: Receives the object and each element.
  ///   - onError: Receives the object and the error of a failure. Without it, or once the object
  ///     has been deallocated, the error is ignored.
  ///   - onCompleted: Receives the object when the sequence completes.
  ///   - onDisposed: Receives the object once, after the end handler or when the subscription is
  ///     disposed.
  /// - Returns: A disposable that ends the subscription.
  public func subscribe<Object: AnyObject>(
    with object: Object,
    onNext: ((Object, Element) -> Void)? = nil,
    onError: ((Object, any Error) -> Void)? = nil,
    onCompleted: ((Object) -> Void)? = nil,
    onDisposed: ((Object) -> Void)? = nil
  ) -> any Disposable {
    subscribe(
      onNext: { [weak object] element in
        if let object { onNext?(object, element) }
      },
      onError: { [weak object] error in
        if let object { onError?(object, error) }
      },
      onCompleted: { [weak object] in
        if let object { onCompleted?(object) }
      },
      onDisposed: { [weak object] in
        if let object { onDisposed?(object) }
      }
    )
  }
}
