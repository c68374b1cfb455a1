/// A subscription of the library as a `Sendable` value. It may be disposed on any thread.
struct UncheckedSubscription: @unchecked Sendable {
  let disposable: any Disposable

  init(_ disposable: any Disposable) { self.disposable = disposable }
}
