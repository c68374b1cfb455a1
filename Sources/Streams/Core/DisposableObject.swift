/// The base of the library's disposables: one word to hold, one virtual call to dispose.
public class DisposableObject: TracedObject, Disposable, @unchecked Sendable {
  public func dispose() {}

  public final var _disposableObject: DisposableObject? { self }

  /// Whether disposing it would do nothing any more, so that a bag may drop it.
  var isFinished: Bool { false }

  /// The disposable as it was handed to the library.
  var asDisposable: any Disposable { self }
}
