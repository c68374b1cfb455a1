/// A namespace for functions that create disposables.
public struct Disposables {
  private init() {}
}

extension Disposables {
  /// Returns a disposable that does nothing when it is disposed.
  ///
  /// - Returns: A disposable without effect.
  public static func create() -> any Disposable {
    NopDisposable.shared
  }

  /// Returns a disposable that calls a closure the first time it is disposed.
  ///
  /// - Parameter dispose: The closure to call. It is released after it has been called.
  /// - Returns: A disposable that retains the closure until the closure has been called.
  public static func create(with dispose: __owned @escaping () -> Void) -> any Cancelable {
    AnonymousDisposable(dispose)
  }

  /// Returns a disposable that disposes two other disposables in order, and releases them.
  ///
  /// - Parameters:
  ///   - disposable1: The first member.
  ///   - disposable2: The second member.
  /// - Returns: A disposable that retains its members until it is disposed.
  public static func create(
    _ disposable1: any Disposable, _ disposable2: any Disposable
  ) -> any Cancelable {
    BinaryDisposable(disposable1.asObject, disposable2.asObject)
  }

  /// Returns a disposable that disposes three other disposables.
  ///
  /// - Parameters:
  ///   - disposable1: The first member.
  ///   - disposable2: The second member.
  ///   - disposable3: The third member.
  /// - Returns: A disposable that retains its members until it is disposed.
  public static func create(
    _ disposable1: any Disposable, _ disposable2: any Disposable, _ disposable3: any Disposable
  ) -> any Cancelable {
    CompositeDisposable(disposables: [disposable1, disposable2, disposable3])
  }

  /// Returns a disposable that disposes all given disposables.
  ///
  /// - Parameters:
  ///   - disposable1: The first member.
  ///   - disposable2: The second member.
  ///   - disposable3: The third member.
  ///   - disposables: Further members.
  /// - Returns: A disposable that retains its members until it is disposed.
  public static func create(
    _ disposable1: any Disposable, _ disposable2: any Disposable, _ disposable3: any Disposable,
    _ disposables: any Disposable...
  ) -> any Cancelable {
    CompositeDisposable(disposables: [disposable1, disposable2, disposable3] + disposables)
  }

  /// Returns a disposable that disposes all members of an array.
  ///
  /// - Parameter disposables: The members. They are released after they have been disposed.
  /// - Returns: A disposable that retains its members until it is disposed.
  public static func create(_ disposables: [any Disposable]) -> any Cancelable {
    switch disposables.count {
    case 2: BinaryDisposable(disposables[0].asObject, disposables[1].asObject)
    default: CompositeDisposable(disposables: disposables)
    }
  }
}
