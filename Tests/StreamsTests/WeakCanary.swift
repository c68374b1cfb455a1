/// A weak reference to a canary, which is `nil` once nothing retains it.
struct WeakCanary {
  weak var canary: Canary?

  init(_ canary: Canary) {
    self.canary = canary
  }
}
