/// A weak reference to a canary. It is `nil` once nothing retains the canary.
struct WeakCanary {
  weak var canary: Canary?

  init(_ canary: Canary) {
    self.canary = canary
  }
}
