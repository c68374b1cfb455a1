/// The base class of the library's disposables.
///
/// A reference to it is one word, and disposing it is one virtual call.
public class DisposableObject: TracedObject, Disposable, @unchecked Sendable {
  /// Does nothing.
  ///
  /// A subclass overrides this method to release the objects that it owns.
  public func dispose() {}

  /// The object itself.
  public final var _disposableObject: DisposableObject? { self }

  /// A Boolean value indicating whether disposing no longer has an effect, so that a container may
  /// remove the disposable.
  var isFinished: Bool { false }

  /// The disposable as it was passed to the library: this object, or the content of this box.
  var asDisposable: any Disposable { self }
}
