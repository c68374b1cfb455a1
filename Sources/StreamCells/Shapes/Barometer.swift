import RACDisposables

/// An object that observes its own property through a trampoline of the ReactiveCocoa family.
final class Barometer: RACObservableObject, @unchecked Sendable {
  private(set) var changes = 0
  var pressure = 1000 {
    didSet { didChange(\Barometer.pressure, from: oldValue, to: pressure) }
  }

  /// The leaking form: the object's own deinit disposable retains the trampoline.
  func observe() -> RACKVOTrampoline {
    RACKVOTrampoline(
      target: self, observer: nil, keyPath: \Barometer.pressure, options: .new
    ) { _, _, _ in
      self.changes += 1
    }
  }

  /// The fixed form.
  func observeWeakly() -> RACKVOTrampoline {
    RACKVOTrampoline(
      target: self, observer: nil, keyPath: \Barometer.pressure, options: .new
    ) { [weak self] _, _, _ in
      self?.changes += 1
    }
  }
}

extension Barometer {
  static let shape = Shape(
    "Barometer", .trampolineRetainsTarget, through: "Barometer", "RACKVOTrampoline",
    leaking: { example { $0.observe() } }, fixed: { example { $0.observeWeakly() } })

  private static func example(_ observe: (Barometer) -> RACKVOTrampoline) -> ShapeExample {
    let barometer = Barometer()
    let trampoline = observe(barometer)
    return ShapeExample(
      barometer,
      use: {
        barometer.pressure += 1
        return barometer.changes == 1
      },
      end: trampoline.dispose)
  }
}
