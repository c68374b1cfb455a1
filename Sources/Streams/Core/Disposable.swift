/// A subscription, a resource or a piece of scheduled work that can be ended.
///
/// Disposing releases the objects that the disposable retains, which breaks a retain cycle through
/// it. All disposables of this library may be disposed on any thread and any number of times.
public protocol Disposable {
  /// Ends the work and releases the retained objects. Calls after the first have no effect.
  func dispose()

  /// The disposable itself if it is an object of the library, otherwise `nil`.
  ///
  /// The library stores disposables as single references, and recognizes its own disposables by
  /// this property without a dynamic cast. Types that a program defines use the default
  /// implementation, and their values are stored in a box.
  var _disposableObject: DisposableObject? { get }
}

extension Disposable {
  /// The default, `nil`, for disposables that are not objects of the library.
  public var _disposableObject: DisposableObject? { nil }
}

extension Disposable {
  /// The disposable as an object of the library; a box if the library does not define its type.
  var asObject: DisposableObject {
    _disposableObject ?? ForeignDisposable(self)
  }
}
