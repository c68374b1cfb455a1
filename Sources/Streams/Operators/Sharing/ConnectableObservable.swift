/// An observable sequence that sends nothing until it is connected to its source.
public protocol ConnectableObservableType<Element>: ObservableType {
  /// Subscribes to the source, unless a connection exists.
  ///
  /// - Returns: The disposable of the connection. Disposing it unsubscribes from the source; the
  ///   observers receive no further event and no end.
  func connect() -> any Disposable
}

/// A sequence whose observers share one subscription to its source, which ``connect()`` starts.
public class ConnectableObservable<Element>: Observable<Element>, ConnectableObservableType,
  @unchecked Sendable
{
  /// Subscribes to the source, unless a connection exists.
  ///
  /// - Returns: The disposable of the connection. Disposing it unsubscribes from the source; the
  ///   observers receive no further event and no end.
  public func connect() -> any Disposable {
    preconditionFailure("\(type(of: self)) must override connect().")
  }

  /// A number that changes whenever the existing observers are separated from future events.
  var generation: Int { 0 }
}
