import FindingText
import Findings
import OwnershipGraph
import Testing

@Suite struct ConfidenceWordTests {
  @Test(arguments: [
    (freed: 2, words: "verified (a trial freed all objects)"),
    (freed: 1, words: "verified (a trial freed 1 of 2 objects)"),
  ])
  func theConfidenceStatesHowManyObjectsATrialFreed(freed: Int, words: String) {
    var finding = Finding(
      fingerprint: "v1:1", rule: .retainCycle, confidence: .verified,
      graph: ObjectGraph(
        nodes: [
          .init(id: "A#1", type: "A", role: .cycle), .init(id: "B#1", type: "B", role: .cycle),
        ],
        references: [.init(from: 0, to: 1, label: "b"), .init(from: 1, to: 0, label: "a")]),
      locations: [])
    finding.execution = Execution(.verified, references: [0], freedObjects: freed)
    #expect(ReportVocabulary.confidenceDescription(of: finding) == words)
  }
}
