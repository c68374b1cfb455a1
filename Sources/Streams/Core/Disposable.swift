/// A subscription, a resource or a piece of scheduled work that can be ended.
///
/// Disposing releases the objects that the disposable retains, and so breaks retain cycles. All
/// disposables of this library may be disposed any number of times and, except for those of a
/// ``TestableObservable``, on any thread.
public protocol Disposable {
  /// Ends the work and releases the retained objects. Calls after the first have no effect.
  func dispose()

  /// The disposable itself if it is a ``DisposableObject``, otherwise `nil`.
  ///
  /// The library stores a disposable as a reference to an object. It reads this property instead of
  /// making a dynamic cast, and stores other disposables, such as subjects, in a box.
  var _disposableObject: DisposableObject? { get }
}

extension Disposable {
  /// `nil`, the value for disposables that are not a ``DisposableObject``.
  public var _disposableObject: DisposableObject? { nil }
}

extension Disposable {
  /// The disposable itself if it is a `DisposableObject`, otherwise a box that contains it.
  var asObject: DisposableObject {
    _disposableObject ?? ForeignDisposable(self)
  }
}
