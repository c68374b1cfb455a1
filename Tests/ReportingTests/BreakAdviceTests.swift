import Findings
import OwnershipGraph
import Testing

@testable import Reporting

@Suite struct BreakAdviceTests {
  private static func graph(label: String, evidence: Evidence) -> ObjectGraph {
    ObjectGraph(
      nodes: [.init(id: "User#1", type: "User", role: .cycle)],
      references: [.init(from: 0, to: 0, label: label, evidence: evidence)])
  }

  /// Memory of C has no references to make weak.
  @Test(arguments: [
    (ObjectGraph.Reference.untypedMemory, Evidence.scanned, "release what this memory retains"),
    ("context", .typed, "weak var context"),
  ]) func whatToDoIsWhatCanBeDone(label: String, evidence: Evidence, advice: String) {
    let finding = Finding(
      fingerprint: "v1:0", rule: .selfCycle, confidence: .likely,
      graph: Self.graph(label: label, evidence: evidence), breakSet: [0])
    #expect(ReportVocabulary.advice(for: 0, in: finding) == advice)
  }
}
