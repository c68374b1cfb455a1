extension InfallibleType {
  /// Subscribes observers. They receive every event, including a failure that an operator causes.
  ///
  /// - Parameter observers: The observers, which are retained until the subscription ends.
  /// - Returns: A disposable that ends the subscription.
  public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable
  where Observer.Element == Element {
    subscribe { event in
      for observer in observers { observer.on(event) }
    }
  }

  /// Subscribes observers of optional elements. They receive every event, including a failure that
  /// an operator causes.
  ///
  /// - Parameter observers: The observers, which are retained until the subscription ends.
  /// - Returns: A disposable that ends the subscription.
  public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable
  where Observer.Element == Element? {
    subscribe { event in
      for observer in observers { observer.on(event.map { $0 }) }
    }
  }

  /// Passes the sequence to a function that subscribes to it. Returns the result of the function.
  ///
  /// - Parameter binder: The function.
  /// - Returns: The result of `binder`.
  public func bind<Result>(to binder: (Self) -> Result) -> Result {
    binder(self)
  }

  /// Calls a curried function with the sequence and an argument, and returns the function's result.
  /// The function subscribes to the sequence.
  ///
  /// - Parameters:
  ///   - binder: The function.
  ///   - curriedArgument: The argument.
  /// - Returns: The result of `binder` for the sequence and `curriedArgument`.
  public func bind<R1, R2>(to binder: (Self) -> (R1) -> R2, curriedArgument: R1) -> R2 {
    binder(self)(curriedArgument)
  }

  /// Subscribes a closure to the elements. The closure runs on the thread on which the sequence
  /// sends its events.
  ///
  /// - Parameter onNext: A closure that receives each element.
  /// - Returns: A disposable that ends the subscription.
  public func bind(onNext: @escaping (Element) -> Void) -> any Disposable {
    subscribe(onNext: onNext)
  }

  /// Subscribes a closure that receives an object and each element. The subscription refers weakly
  /// to the object.
  ///
  /// The closure runs on the thread on which the sequence sends its events.
  ///
  /// - Parameters:
  ///   - object: The object that is passed to the closure.
  ///   - onNext: A closure that receives the object and an element. It is not called after the
  ///     object has been deallocated.
  /// - Returns: A disposable that ends the subscription.
  public func bind<Object: AnyObject>(
    with object: Object, onNext: @escaping (Object, Element) -> Void
  ) -> any Disposable {
    bind { [weak object] element in
      if let object { onNext(object, element) }
    }
  }

  /// Sends the elements to relays. The completion of the sequence has no effect on the relays.
  ///
  /// - Parameter relays: The relays, which are retained until the subscription ends.
  /// - Returns: A disposable that ends the subscription.
  public func bind(to relays: PublishRelay<Element>...) -> any Disposable {
    bind { element in for relay in relays { relay.accept(element) } }
  }

  /// Sends the elements to relays of optional elements. The completion of the sequence has no
  /// effect on the relays.
  ///
  /// - Parameter relays: The relays, which are retained until the subscription ends.
  /// - Returns: A disposable that ends the subscription.
  public func bind(to relays: PublishRelay<Element?>...) -> any Disposable {
    bind { element in for relay in relays { relay.accept(element) } }
  }

  /// Sends the elements to relays. The completion of the sequence has no effect on the relays.
  ///
  /// - Parameter relays: The relays, which are retained until the subscription ends.
  /// - Returns: A disposable that ends the subscription.
  public func bind(to relays: BehaviorRelay<Element>...) -> any Disposable {
    bind { element in for relay in relays { relay.accept(element) } }
  }

  /// Sends the elements to relays of optional elements. The completion of the sequence has no
  /// effect on the relays.
  ///
  /// - Parameter relays: The relays, which are retained until the subscription ends.
  /// - Returns: A disposable that ends the subscription.
  public func bind(to relays: BehaviorRelay<Element?>...) -> any Disposable {
    bind { element in for relay in relays { relay.accept(element) } }
  }

  /// Sends the elements to relays. The completion of the sequence has no effect on the relays.
  ///
  /// - Parameter relays: The relays, which are retained until the subscription ends.
  /// - Returns: A disposable that ends the subscription.
  public func bind(to relays: ReplayRelay<Element>...) -> any Disposable {
    bind { element in for relay in relays { relay.accept(element) } }
  }

  /// Sends the elements to relays of optional elements. The completion of the sequence has no
  /// effect on the relays.
  ///
  /// - Parameter relays: The relays, which are retained until the subscription ends.
  /// - Returns: A disposable that ends the subscription.
  public func bind(to relays: ReplayRelay<Element?>...) -> any Disposable {
    bind { element in for relay in relays { relay.accept(element) } }
  }
}
