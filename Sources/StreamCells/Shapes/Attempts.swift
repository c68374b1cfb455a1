/// An object that repeats an attempt with a closure that calls itself.
final class Attempts {
  private(set) var count = 0
  private var again: ((Int) -> Void)?

  /// The leaking form: the closure captures the variable that stores it.
  func run() {
    var step: ((Int) -> Void)?
    step = { left in
      guard left >= 0 else {
        step = nil
        return
      }
      self.count += 1
      if left > 1 { step?(left - 1) }
    }
    again = step
  }

  /// The fixed form: unlike a closure, a nested function is not an object.
  func runNested() {
    again = { [weak self] left in
      func step(_ left: Int) {
        guard left >= 0 else { return }
        self?.count += 1
        if left > 1 { step(left - 1) }
      }
      step(left)
    }
  }

  func start() { again?(3) }

  func stop() {
    again?(-1)
    again = nil
  }
}

extension Attempts {
  static let shape = Shape(
    "Attempts", .recursiveClosure, through: "closure #1 in Attempts.run()",
    leaking: { example { $0.run() } }, fixed: { example { $0.runNested() } })

  private static func example(_ prepare: (Attempts) -> Void) -> ShapeExample {
    let attempts = Attempts()
    prepare(attempts)
    return ShapeExample(
      attempts,
      use: {
        attempts.start()
        return attempts.count == 3
      },
      end: attempts.stop)
  }
}
