import Foundation
import TestSupport
import Testing

/// Tests that compare operators with their models in virtual time. The events of the sources, and
/// the ends of the subscriptions, are random.
@Suite(.countsResources) struct OperatorModelTests {
  /// The number of trials with fixed seeds for each operator. There are a tenth as many trials with
  /// random seeds.
  private static let trials =
    ProcessInfo.processInfo.environment["LEAKCHECK_MODEL_TRIALS"].flatMap { Int($0) } ?? 150

  @Test(arguments: OperatorModel.all.map(\.name))
  func behavesLikeItsModel(name: String) throws {
    let model = try #require(OperatorModel.all.first { $0.name == name })
    let fixed = (0..<Self.trials).map { UInt64($0) }
    let random = (0..<Self.trials / 10).map { _ in UInt64.random(in: 1000...UInt64.max) }
    for seed in fixed + random {
      var generator = SeededGenerator(seed: seed)
      let plan = TrialPlan(&generator)
      guard !model.differences(plan).isEmpty else { continue }
      let smallest = minimized(plan, model)
      let text = model.differences(smallest).joined(separator: "\n  ")
      Issue.record("\(name), seed \(seed):\n\(smallest)\n  \(text)")
      return
    }
  }

  /// If two models had the same name, the second would never run.
  @Test func namesAreUnique() {
    let names = OperatorModel.all.map(\.name)
    #expect(Set(names).count == names.count)
  }

  /// Returns the smallest plan that was found to show a difference.
  private func minimized(_ plan: TrialPlan, _ model: OperatorModel) -> TrialPlan {
    var smallest = plan
    while let smaller = smallest.reductions.first(where: { !model.differences($0).isEmpty }) {
      smallest = smaller
    }
    return smallest
  }
}
