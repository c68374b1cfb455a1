/// A value that runs a closure when it is released.
final class Canary {
  private let onDeinit: () -> Void

  init(onDeinit: @escaping () -> Void = {}) {
    self.onDeinit = onDeinit
  }

  deinit { onDeinit() }
}
