/// A disposable whose state can be read.
public protocol Cancelable: Disposable {
  /// A Boolean value indicating whether the disposable was disposed.
  var isDisposed: Bool { get }
}
