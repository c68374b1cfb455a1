/// A disposable that tells whether it was disposed.
public protocol Cancelable: Disposable {
  /// Whether the disposable was disposed.
  var isDisposed: Bool { get }
}
