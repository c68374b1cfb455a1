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
    ("context", .typed, "make this reference weak or clear it"),
  ]) func whatToDoIsWhatCanBeDone(label: String, evidence: Evidence, advice: String) {
    let graph = Self.graph(label: label, evidence: evidence)
    #expect(ReportVocabulary.advice(for: graph.references[0], in: graph) == advice)
  }
}
