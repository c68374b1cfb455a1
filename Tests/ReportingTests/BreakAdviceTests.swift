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

  /// C memory has no references that could be weak.
  @Test(arguments: [
    (ObjectGraph.Reference.untypedMemory, Evidence.scanned, "release what this memory retains"),
    ("context", .typed, "weak var context"),
    (
      "state.context", .typed,
      "store a weak reference in state.context, or clear it when done"
    ),
    (
      "state.loaded.1", .typed,
      "store a weak reference in state.loaded.1, or clear it when done"
    ),
    (
      "contexts[*].user", .typed,
      "store a weak reference in contexts[*].user, or clear it when done"
    ),
    ("contexts[*]", .typed, "remove it from contexts when done"),
    (
      "_context.wrappedValue", .typed,
      "store a weak reference in context, or clear it when done"
    ),
    (
      "_context.wrappedValue.user", .typed,
      "store a weak reference in context.user, or clear it when done"
    ),
  ]) func whatToDoIsWhatCanBeDone(label: String, evidence: Evidence, advice: String) {
    let finding = Finding(
      fingerprint: "v1:0", rule: .selfCycle, confidence: .likely,
      graph: Self.graph(label: label, evidence: evidence), breakSet: [0])
    #expect(ReportVocabulary.advice(for: 0, in: finding) == advice)
  }

  @Test(arguments: [
    (ObjectGraph.Reference.Declaration(type: "User"), "weak var _parent"),
    (.init(type: "User", property: "parent"), "weak var parent"),
    (
      .init(type: "User", property: "parent", canBeWeak: false),
      "store a weak reference in parent, or clear it when done"
    ),
  ]) func aPropertyIsCalledAsInTheSource(
    declaration: ObjectGraph.Reference.Declaration, advice: String
  ) {
    var graph = Self.graph(label: "_parent", evidence: .typed)
    graph.references[0].declaration = declaration
    let finding = Finding(
      fingerprint: "v1:0", rule: .selfCycle, confidence: .likely, graph: graph, breakSet: [0])
    #expect(ReportVocabulary.advice(for: 0, in: finding) == advice)
  }
}
