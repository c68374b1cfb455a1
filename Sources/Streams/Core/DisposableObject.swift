/// The base class of the library's disposables, except for subjects.
///
/// A reference takes one word (an `any Disposable` takes five), and disposing is one virtual call.
public class DisposableObject: TracedObject, Disposable, @unchecked Sendable {
  /// Does nothing.
  ///
  /// A subclass overrides this method to release the objects that it owns.
  public func dispose() {}

  /// The object itself.
  public final var _disposableObject: DisposableObject? { self }

  /// A Boolean value indicating whether `dispose()` no longer has an effect. If the value is
  /// `true`, a container may remove this disposable.
  var isFinished: Bool { false }

  /// The disposable that was passed to the library: this object, or the disposable that it wraps.
  var asDisposable: any Disposable { self }
}
