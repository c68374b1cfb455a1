import Streams

/// The closures that a stage subscribes with.
struct Handlers {
  var element: (String) -> Void
  /// Receives a failure; with `nil` it is unhandled.
  var error: (() -> Void)?
  var completed: () -> Void
  var disposed: () -> Void
}

/// A sequence whose elements are described as text, to be subscribed to.
struct Subscribing {
  var subscribe: (Handlers) -> any Disposable

  init(_ subscribe: @escaping (Handlers) -> any Disposable) { self.subscribe = subscribe }

  init<Element>(
    _ observable: Observable<Element>, _ describe: @escaping (Element) -> String
  ) {
    subscribe = { handlers in
      observable.subscribe(
        onNext: { handlers.element(describe($0)) },
        onError: handlers.error.map { handle in { _ in handle() } },
        onCompleted: handlers.completed, onDisposed: handlers.disposed)
    }
  }

  init(_ observable: Observable<Probe>) { self.init(observable) { "\($0.number)" } }

  init(_ observable: Observable<[Probe]>) { self.init(observable) { "\($0.map(\.number))" } }
}
