import Findings
import OwnershipGraph
import Testing

@testable import Reporting

@Suite struct LeakedHolderTests {
  /// A cycle of one object, which an object of another cycle retains. The other cycle is not shown.
  @Test func anotherLeakThatRetainsTheCycleIsShown() {
    let graph = ObjectGraph(
      nodes: [
        .init(id: "Inner#1", type: "Inner", role: .cycle, retainCount: 2, referencesFound: 2),
        .init(id: "Outer#1", type: "Outer", role: .context, retainCount: 1, referencesFound: 1),
      ],
      references: [
        .init(from: 0, to: 0, label: "itself"), .init(from: 1, to: 0, label: "inner[*]"),
      ])
    let finding = Finding(
      fingerprint: Fingerprint.ofCycle(in: graph), rule: .selfCycle, confidence: .proven,
      graph: graph, breakSet: [0])
    let lines = TraceDrawing(of: finding).lines()
    #expect(
      lines.filter { $0.contains("Outer") } == [
        "retained by another leak: Outer ─▶ Inner  strong  inner[*]"
      ])
    #expect(!lines.joined().contains("without a known reference"))
  }

  /// The types are not in the order of the leak's references, so no arrow is between them.
  @Test func aLeakThatTheFixAlsoFreesIsListedWithItsTypes() {
    var finding = Finding(
      fingerprint: "v1:1", rule: .selfCycle, confidence: .verified,
      graph: ObjectGraph(
        nodes: [.init(id: "A#1", type: "A", role: .cycle)],
        references: [.init(from: 0, to: 0, label: "itself")]))
    finding.consequences = [
      Consequence(fingerprint: "v1:2", types: ["B", "C"], objects: 3, retained: ["Image"])
    ]
    #expect(
      TraceDrawing(of: finding).lines().last
        == "also freed by this fix: another leak of B, C (3 objects), which retains Image")
  }

  @Test(arguments: [ObjectGraph.Role.cycle, .held])
  func objectsRetainedOnlyInOtherOccurrencesAreListedSeparately(role: ObjectGraph.Role) {
    var finding = Finding(
      fingerprint: "v1:1", rule: role == .cycle ? .selfCycle : .overRetained, confidence: .verified,
      graph: ObjectGraph(
        nodes: [
          .init(id: "Parent#1", type: "Parent", role: role),
          .init(id: "Child#1", type: "Child", role: .context),
        ],
        references: role == .cycle ? [.init(from: 0, to: 0, label: "itself")] : []))
    finding.occurrences = 2
    #expect(TraceDrawing(of: finding).lines().last == "retained in other occurrences: Child")
    finding.execution = Execution(.verified, freedObjects: 1)
    #expect(
      ReportVocabulary.confidenceDescription(of: finding)
        == "verified (a trial freed all objects)")
  }
}
