import Observation

/// An object that observes one of its own properties, as a view does when it renders itself.
final class Thermostat: Observable, @unchecked Sendable {
  private let registrar = ObservationRegistrar()
  private(set) var changes = 0
  private var stored = 20

  var degrees: Int {
    get {
      registrar.access(self, keyPath: \.degrees)
      return stored
    }
    set { registrar.withMutation(of: self, keyPath: \.degrees) { stored = newValue } }
  }

  /// The leaking form: the registrar keeps the handler until the property changes.
  func observe() {
    withObservationTracking {
      _ = degrees
    } onChange: {
      self.changes += 1
    }
  }

  /// The fixed form.
  func observeWeakly() {
    withObservationTracking {
      _ = degrees
    } onChange: { [weak self] in
      self?.changes += 1
    }
  }
}

extension Thermostat {
  static let shape = Shape(
    "Thermostat", .keyValueObservation, through: "Thermostat",
    leaking: { example { $0.observe() } }, fixed: { example { $0.observeWeakly() } })

  private static func example(_ observe: (Thermostat) -> Void) -> ShapeExample {
    let thermostat = Thermostat()
    observe(thermostat)
    return ShapeExample(
      thermostat, use: { thermostat.degrees == 20 }, end: { thermostat.degrees += 1 })
  }
}
