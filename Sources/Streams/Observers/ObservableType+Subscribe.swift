extension ObservableType {
  /// Subscribes a closure that receives every event. The closure runs on the thread on which the
  /// sequence sends its events.
  ///
  /// - Parameter on: The closure. It is retained until the sequence ends or the subscription is
  ///   disposed.
  /// - Returns: A disposable that ends the subscription.
  public func subscribe(_ on: @escaping (Event<Element>) -> Void) -> any Disposable {
    asObservable().attach(EventObserver(on))
  }

  /// Subscribes a closure for each kind of event.
  ///
  /// The closures run on the thread on which the sequence sends its events; use
  /// ``ObservableType/observe(on:)`` to select a scheduler. If the subscription is disposed,
  /// `onDisposed` runs on the thread that disposes it. The closures, and all objects that they
  /// capture, are retained until the sequence ends or the subscription is disposed. Until then, a
  /// closure that strongly captures the owner of the returned disposable forms a retain cycle.
  ///
  /// - Parameters:
  ///   - onNext: A closure that receives each element.
  ///   - onError: A closure that receives the error of a failure. Without it, the error is passed
  ///     to ``Hooks/defaultErrorHandler``.
  ///   - onCompleted: A closure called when the sequence completes.
  ///   - onDisposed: A closure called once, after `onError` or `onCompleted`, or when the
  ///     subscription is disposed.
  /// - Returns: A disposable that ends the subscription. The subscription stays alive even if the
  ///   caller discards the disposable.
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

  /// Subscribes closures that receive an object. The subscription refers weakly to the object.
  ///
  /// The closures run on the thread on which the sequence sends its events. If the subscription is
  /// disposed, `onDisposed` runs on the thread that disposes it. No closure is called after the
  /// object has been deallocated. The subscription itself continues until the sequence ends or the
  /// subscription is disposed.
  ///
  /// - Parameters:
  ///   - object: The object that is passed to the closures.
  ///   - onNext: A closure that receives the object and each element.
  ///   - onError: A closure that receives the object and the error of a failure. Without it, or
  ///     once the object has been deallocated, the error is ignored.
  ///   - onCompleted: A closure that receives the object when the sequence completes.
  ///   - onDisposed: A closure that receives the object once, after `onError` or `onCompleted`, or
  ///     when the subscription is disposed.
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
