import Streams

/// The closures that a stage passes to `subscribe`.
struct Handlers {
  var element: (String) -> Void
  /// A closure that receives a failure; `nil` if failures are not handled.
  var error: (() -> Void)?
  var completed: () -> Void
  var disposed: () -> Void
}

/// A function that subscribes to a sequence whose elements have been converted to text.
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
