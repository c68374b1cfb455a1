/// A sequence that sends nothing until it is connected to its source.
public protocol ConnectableObservableType<Element>: ObservableType {
  /// Subscribes to the source, unless that was done already.
  ///
  /// - Returns: What ends the subscription to the source.
  func connect() -> any Disposable
}

/// A sequence whose observers share one subscription to its source.
public class ConnectableObservable<Element>: Observable<Element>, ConnectableObservableType,
  @unchecked Sendable
{
  public func connect() -> any Disposable {
    preconditionFailure("\(type(of: self)) does not say how it is connected.")
  }

  /// Changes whenever observers that were there before are cut off from what comes.
  var generation: Int { 0 }
}
