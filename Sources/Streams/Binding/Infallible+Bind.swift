extension InfallibleType {
  /// Subscribes observers, each of which gets every event.
  public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable
  where Observer.Element == Element {
    subscribe { event in
      for observer in observers { observer.on(event) }
    }
  }

  /// Subscribes observers of optional elements.
  public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable
  where Observer.Element == Element? {
    subscribe { event in
      for observer in observers { observer.on(event.map { $0 }) }
    }
  }

  /// Hands the sequence to a function, which subscribes to it.
  public func bind<Result>(to binder: (Self) -> Result) -> Result {
    binder(self)
  }

  /// Hands the sequence and an argument to a function, which subscribes to it.
  public func bind<R1, R2>(to binder: (Self) -> (R1) -> R2, curriedArgument: R1) -> R2 {
    binder(self)(curriedArgument)
  }

  /// Subscribes a closure to the elements; an error is a programmer's mistake.
  public func bind(onNext: @escaping (Element) -> Void) -> any Disposable {
    subscribe(onNext: onNext)
  }

  /// Subscribes a closure that gets an object which the subscription holds weakly.
  public func bind<Object: AnyObject>(
    with object: Object, onNext: @escaping (Object, Element) -> Void
  ) -> any Disposable {
    bind { [weak object] element in
      if let object { onNext(object, element) }
    }
  }

  /// Sends the elements to relays; an end of the sequence does not reach them.
  public func bind(to relays: PublishRelay<Element>...) -> any Disposable {
    bind { element in for relay in relays { relay.accept(element) } }
  }

  /// Sends the elements to relays of optional elements.
  public func bind(to relays: PublishRelay<Element?>...) -> any Disposable {
    bind { element in for relay in relays { relay.accept(element) } }
  }

  /// Sends the elements to relays; an end of the sequence does not reach them.
  public func bind(to relays: BehaviorRelay<Element>...) -> any Disposable {
    bind { element in for relay in relays { relay.accept(element) } }
  }

  /// Sends the elements to relays of optional elements.
  public func bind(to relays: BehaviorRelay<Element?>...) -> any Disposable {
    bind { element in for relay in relays { relay.accept(element) } }
  }

  /// Sends the elements to relays; an end of the sequence does not reach them.
  public func bind(to relays: ReplayRelay<Element>...) -> any Disposable {
    bind { element in for relay in relays { relay.accept(element) } }
  }

  /// Sends the elements to relays of optional elements.
  public func bind(to relays: ReplayRelay<Element?>...) -> any Disposable {
    bind { element in for relay in relays { relay.accept(element) } }
  }
}
