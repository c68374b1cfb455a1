import RACDisposables
import TestSupport
import Testing

/// Tests that compare observations of properties with a list. Changes and releases of objects are
/// random.
@Suite(.countsResources) struct ObservationModelTests {
  private final class Person: RACObservableObject, @unchecked Sendable {
    var age = 0 {
      willSet { willChange(\Person.age, from: age) }
      didSet { didChange(\Person.age, from: oldValue, to: age) }
    }
  }

  /// The model of an observation.
  private struct Observation {
    var target: Int
    var observer: Int?
    var isLive = true
    /// A Boolean value indicating whether the test retains the trampoline.
    var isKept = true
    var received: [Int] = []
  }

  private final class Real {
    var people: [Person?]
    var trampolines: [RACKVOTrampoline?] = []
    var alive: [WeakTrampoline] = []
    var received: [[Int]] = []

    init(_ count: Int) { people = (0..<count).map { _ in Person() } }
  }

  private struct WeakTrampoline { weak var trampoline: RACKVOTrampoline? }

  @Test func behavesLikeItsModel() {
    for seed in (0..<300).map({ UInt64($0) }) + [UInt64.random(in: 1000...UInt64.max)] {
      if let difference = difference(seed) {
        Issue.record("seed \(seed): \(difference)")
        return
      }
    }
  }

  private func difference(_ seed: UInt64) -> String? {
    var generator = SeededGenerator(seed: seed)
    let real = Real(6)
    let captured = ProbeCensus()
    var model: [Observation] = []
    var people = Set(real.people.indices)
    var history: [String] = []
    for number in 1...Int.random(in: 1...60, using: &generator) {
      guard let person = people.sorted().randomElement(using: &generator) else { break }
      switch Int.random(in: 0...30, using: &generator) {
      case 0...9:
        let observer = Bool.random(using: &generator) ? people.sorted().last : nil
        history.append("observe \(person) for \(observer.map(String.init) ?? "none")")
        observe(real, person, observer, captured)
        model.append(Observation(target: person, observer: observer))
      case 10...13:
        guard let index = model.indices.randomElement(using: &generator) else { continue }
        history.append("dispose \(index)")
        real.trampolines[index]?.dispose()
        if model[index].isKept { model[index].isLive = false }
      case 14...17:
        guard let index = model.indices.randomElement(using: &generator) else { continue }
        // Until the trampoline is disposed, its target and its observer still own it.
        history.append("release observation \(index)")
        real.trampolines[index] = nil
        model[index].isKept = false
      case 18:
        history.append("release \(person)")
        real.people[person] = nil
        people.remove(person)
        for index in model.indices
        where model[index].target == person || model[index].observer == person {
          model[index].isLive = false
        }
      default:
        history.append("change \(person)")
        real.people[person]?.age = number
        for index in model.indices where model[index].isLive && model[index].target == person {
          model[index].received.append(number)
        }
      }
      if let difference = difference(model, real, captured) { return "\(history): \(difference)" }
    }
    return nil
  }

  private func observe(
    _ real: Real, _ target: Int, _ observer: Int?, _ captured: ProbeCensus
  ) {
    guard let person = real.people[target] else { return }
    let index = real.received.count
    real.received.append([])
    let held = Probe(index, captured)
    let trampoline = RACKVOTrampoline(
      target: person, observer: observer.flatMap { real.people[$0] }, keyPath: \Person.age,
      options: .new
    ) { [unowned real] _, _, change in
      withExtendedLifetime(held) { real.received[index].append(change.new as? Int ?? -1) }
    }
    real.trampolines.append(trampoline)
    real.alive.append(WeakTrampoline(trampoline: trampoline))
  }

  private func difference(
    _ model: [Observation], _ real: Real, _ captured: ProbeCensus
  ) -> String? {
    for (index, observation) in model.enumerated() {
      if real.received[index] != observation.received {
        return "\(index) received \(real.received[index]), not \(observation.received)"
      }
      // The test may own the trampoline. Until the trampoline is disposed, its target and its
      // observer also own it.
      let isAlive = real.alive[index].trampoline != nil
      if isAlive != (observation.isLive || observation.isKept) {
        return "observation \(index) is \(isAlive ? "retained" : "lost")"
      }
    }
    let live = Set(model.indices.filter { model[$0].isLive })
    if captured.living != live {
      return
        "blocks of \(captured.living.sorted()) are retained, of which \(live.sorted()) are live"
    }
    return nil
  }
}
