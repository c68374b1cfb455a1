import Streams

/// A disposable that releases itself when it is disposed.
enum OneShot {
  /// The leaking form: the action captures the variable that stores the disposable.
  static func armed() -> any Disposable {
    var own: (any Disposable)?
    let disposable = Disposables.create {
      own?.dispose()
      own = nil
    }
    own = disposable
    return disposable
  }

  /// The fixed form: the action has no reference to its disposable.
  static func armedAlone() -> any Disposable {
    Disposables.create {}
  }
}

extension OneShot {
  static let shape = Shape(
    "OneShot", .selfRetainingDisposable, through: "AnonymousDisposable",
    leaking: { example(armed()) }, fixed: { example(armedAlone()) })

  private static func example(_ disposable: any Disposable) -> ShapeExample {
    ShapeExample(Latch(), use: { (disposable as? any Cancelable)?.isDisposed == false }) {
      disposable.dispose()
    }
  }
}

/// An object without properties.
final class Latch {}
