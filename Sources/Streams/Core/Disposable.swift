/// Something that can be ended, and lets go of what it holds when it is.
public protocol Disposable {
  /// Ends it; only the first call has an effect.
  func dispose()

  /// The disposable itself if it is an object of the library, otherwise nil.
  ///
  /// The library keeps disposables as references of one word. This is how it recognises
  /// its own, at the price of a call and without a dynamic cast; other people's types
  /// take the default and are kept in a small box.
  var _disposableObject: DisposableObject? { get }
}

extension Disposable {
  public var _disposableObject: DisposableObject? { nil }
}

extension Disposable {
  /// The disposable as an object of the library, boxed if it is somebody else's.
  var asObject: DisposableObject {
    _disposableObject ?? ForeignDisposable(self)
  }
}
