/// Makes disposables: `Disposables.create(…)` in all its forms.
public struct Disposables {
  private init() {}
}

extension Disposables {
  /// A disposable that does nothing.
  public static func create() -> any Disposable {
    NopDisposable.shared
  }

  /// A disposable that runs an action once, on the first `dispose()`.
  public static func create(with dispose: __owned @escaping () -> Void) -> any Cancelable {
    AnonymousDisposable(dispose)
  }

  /// A disposable of two others.
  public static func create(
    _ disposable1: any Disposable, _ disposable2: any Disposable
  ) -> any Cancelable {
    BinaryDisposable(disposable1.asObject, disposable2.asObject)
  }

  /// A disposable of three others.
  public static func create(
    _ disposable1: any Disposable, _ disposable2: any Disposable, _ disposable3: any Disposable
  ) -> any Cancelable {
    CompositeDisposable(disposables: [disposable1, disposable2, disposable3])
  }

  /// A disposable of all the others.
  public static func create(
    _ disposable1: any Disposable, _ disposable2: any Disposable, _ disposable3: any Disposable,
    _ disposables: any Disposable...
  ) -> any Cancelable {
    CompositeDisposable(disposables: [disposable1, disposable2, disposable3] + disposables)
  }

  /// A disposable of all the others.
  public static func create(_ disposables: [any Disposable]) -> any Cancelable {
    switch disposables.count {
    case 2: BinaryDisposable(disposables[0].asObject, disposables[1].asObject)
    default: CompositeDisposable(disposables: disposables)
    }
  }
}
