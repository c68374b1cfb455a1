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

  /// C memory has no references to make weak.
  @Test(arguments: [
    (ObjectGraph.Reference.untypedMemory, Evidence.scanned, "release what this memory retains"),
    ("context", .typed, "weak var context"),
    ("state.context", .typed, "make state.context weak"),
    ("state.loaded.1", .typed, "make state.loaded.1 weak"),
    ("contexts[*].user", .typed, "make contexts[*].user weak"),
    ("contexts[*]", .typed, "remove it from contexts when done"),
    ("_context.wrappedValue", .typed, "make context weak"),
    ("_context.wrappedValue.user", .typed, "make context.user weak"),
  ]) func whatToDoIsWhatCanBeDone(label: String, evidence: Evidence, advice: String) {
    let finding = Finding(
      fingerprint: "v1:0", rule: .selfCycle, confidence: .likely,
      graph: Self.graph(label: label, evidence: evidence), breakSet: [0])
    #expect(ReportVocabulary.advice(for: 0, in: finding) == advice)
  }
}
