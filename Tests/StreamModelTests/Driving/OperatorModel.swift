import Streams

/// An operator, and a model that predicts its behavior independently.
struct OperatorModel {
  var name: String
  var real: (RealStage) -> Subscribing
  var model: (ModelStage) -> Void

  init(
    _ name: String, _ real: @escaping (RealStage) -> Observable<Probe>,
    model: @escaping (ModelStage) -> Void
  ) {
    self.name = name
    self.real = { Subscribing(real($0)) }
    self.model = model
  }

  init(
    lists name: String, _ real: @escaping (RealStage) -> Observable<[Probe]>,
    model: @escaping (ModelStage) -> Void
  ) {
    self.name = name
    self.real = { Subscribing(real($0)) }
    self.model = model
  }

  /// Runs the operator and the model, and returns the differences between them.
  func differences(_ plan: TrialPlan) -> [String] {
    let report = Hooks.synchronizationAnomalyHandler
    // Some sources send inside a handler on purpose.
    Hooks.synchronizationAnomalyHandler = { _ in }
    let handler = Hooks.defaultErrorHandler
    defer {
      Hooks.synchronizationAnomalyHandler = report
      Hooks.defaultErrorHandler = handler
    }
    let model = ModelStage(plan)
    defer { model.finish() }
    let allowed = model.play(self.model)
    let real = RealStage(plan)
    defer { real.finish() }
    Hooks.defaultErrorHandler = { [weak real] _, _ in real?.unhandledFailure() }
    let living = real.play(self.real)
    var differences: [String] = []
    let (expected, found) = (model.trace.lines, real.trace.lines)
    if expected != found {
      differences.append(
        "expected:\n    \(expected.joined(separator: "\n    "))\n  found:\n    "
          + found.joined(separator: "\n    "))
    }
    if !plan.sendsLate {
      for (tick, (living, allowed)) in zip(living, allowed).enumerated() {
        let extra = living.subtracting(allowed)
        if !extra.isEmpty {
          differences.append("tick \(tick): elements \(extra.sorted()) are retained")
          break
        }
      }
      if let end = model.end {
        real.checkRemains(after: end)
        real.checkTheEnd()
      }
      differences += real.faults
      if model.isOver {
        real.drop()
        if !real.elements.living.isEmpty || !real.captured.living.isEmpty {
          differences.append("values are retained after the subscription was released")
        }
      }
    }
    return differences
  }
}

/// The functions that both the operator and its model apply to an element.
enum Rule {
  /// The tick at which the stage releases an object that an operator must not retain.
  static let releaseTime = 9

  static func fails(_ number: Int) -> Bool { number % 13 == 5 }

  static func keeps(_ number: Int) -> Bool { number % 2 == 0 }

  static func key(_ number: Int) -> Int { number % 3 }

  /// Returns the index of the source that an element selects.
  static func inner(_ number: Int) -> Int { 1 + number % 3 }

  static func check(_ probe: Probe) throws {
    if fails(probe.number) { throw ScriptedError() }
  }
}
