/// An observable sequence that subscribes to its source only when ``connect()`` is called.
public protocol ConnectableObservableType<Element>: ObservableType {
  /// Subscribes to the source, unless a connection exists.
  ///
  /// - Returns: The disposable of the connection. Disposing it unsubscribes from the source without
  ///   sending a failure or completion to the observers.
  func connect() -> any Disposable
}

/// A sequence whose observers share one subscription to its source. The subscription is made when
/// ``connect()`` is called.
public class ConnectableObservable<Element>: Observable<Element>, ConnectableObservableType,
  @unchecked Sendable
{
  /// Subscribes to the source, unless a connection exists.
  ///
  /// - Returns: The disposable of the connection. Disposing it unsubscribes from the source without
  ///   sending a failure or completion to the observers.
  public func connect() -> any Disposable {
    preconditionFailure("\(type(of: self)) must override connect().")
  }

  /// A number that changes whenever a connection ends. Observers that subscribed before the change
  /// might not receive the events of a later connection.
  var generation: Int { 0 }
}
