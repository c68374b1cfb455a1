extension ObservableType {
  /// Subscribes a closure to all events.
  public func subscribe(_ on: @escaping (Event<Element>) -> Void) -> any Disposable {
    asObservable().attach(EventObserver(on))
  }

  /// Subscribes a closure to each kind of event.
  ///
  /// - Parameters:
  ///   - onError: Without it, an error goes to `Hooks.defaultErrorHandler`.
  ///   - onDisposed: Runs once, when the subscription ends for whatever reason.
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

  /// Subscribes closures that get an object which the subscription holds weakly.
  ///
  /// Once the object is gone the closures are not called any more.
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
