import Streams
import TestSupport
import Testing

/// Tests that the models detect the known mistakes of operators, with the expected differences.
@Suite(.countsResources) struct FaultyOperatorTests {
  @Test(arguments: FaultyOperator.all.map(\.name))
  func isRejected(name: String) throws {
    let faulty = try #require(FaultyOperator.all.first { $0.name == name })
    let model = try #require(OperatorModel.all.first { $0.name == faulty.of })
    let differences = differences(of: faulty.model(of: model))
    #expect(
      differences.contains { $0.contains(faulty.complaint) },
      "\(name) is not rejected for '\(faulty.complaint)', but for \(differences)")
    #expect(self.differences(of: model) == [], "the operator without the mistake is rejected")
  }

  /// Returns the differences that the plans of the first 60 seeds show.
  private func differences(of model: OperatorModel) -> [String] {
    (0..<60).flatMap { seed in
      var generator = SeededGenerator(seed: seed)
      return model.differences(TrialPlan(&generator))
    }
  }
}
