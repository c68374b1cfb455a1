/// A subscription that may be disposed on any thread, as those of the library may.
struct UncheckedSubscription: @unchecked Sendable {
  let disposable: any Disposable

  init(_ disposable: any Disposable) { self.disposable = disposable }
}
