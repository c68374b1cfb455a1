/// A subscription, a resource or a piece of scheduled work that can be ended.
///
/// Disposing releases the objects that the disposable retains, and so breaks retain cycles.
/// All disposables of this library may be disposed on any thread and any number of times.
public protocol Disposable {
  /// Ends the work and releases the retained objects. Calls after the first have no effect.
  func dispose()

  /// The disposable itself if it is a ``DisposableObject``, otherwise `nil`.
  ///
  /// The library stores every disposable as a reference to one object. It recognizes its own
  /// disposables by this property, without a dynamic cast. Types that a program defines use the
  /// default implementation, and the library stores their values in a box.
  var _disposableObject: DisposableObject? { get }
}

extension Disposable {
  /// `nil`, the value for disposables whose type the library does not define.
  public var _disposableObject: DisposableObject? { nil }
}

extension Disposable {
  /// The disposable itself if it is a `DisposableObject`, otherwise a box that contains it.
  var asObject: DisposableObject {
    _disposableObject ?? ForeignDisposable(self)
  }
}
