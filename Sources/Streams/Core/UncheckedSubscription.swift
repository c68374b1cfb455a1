/// A `Sendable` wrapper for a subscription of the library, which may be disposed on any thread.
struct UncheckedSubscription: @unchecked Sendable {
  let disposable: any Disposable

  init(_ disposable: any Disposable) { self.disposable = disposable }
}
