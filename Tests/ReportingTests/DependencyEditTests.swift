import FindingText
import Findings
import OwnershipGraph
import Testing

/// Tests of the lines of edits for closures of a dependency.
@Suite struct DependencyEditTests {
  /// A library's closure captures an object. The closure's own line is not one that the program can
  /// edit.
  @Test func theLineOfAnEditOutsideTheClosureIsShown() {
    func edit(subscribing: Bool) -> String {
      let call = OwnershipGraph.SourceLocation(file: "main.swift", line: 10)
      var closure = ObjectGraph.Node(
        id: "c#1", type: "closure #1 in Store.bind(to:)", module: "Lib", kind: .closureContext,
        role: .cycle, location: .init(file: "Store.swift", line: 3), origin: .dependency)
      closure.call = StackFrame(function: "A.init()", location: call)
      let graph = ObjectGraph(
        nodes: [
          .init(id: "A#1", type: "A", qualifiedType: "App.A", role: .cycle), closure,
          .init(
            id: "S#1", type: subscribing ? "Sink" : "Store", qualifiedType: "Lib.S", role: .cycle,
            origin: .dependency),
          .init(
            id: "c#2", type: "closure #1 in A.init()", kind: .closureContext,
            location: .init(file: "main.swift", line: 8)),
        ],
        references: [
          .init(from: 0, to: 2, label: "store"), .init(from: 2, to: 1, label: "handlers[*]"),
          .init(from: 1, to: 0, label: "capture o"), .init(from: 2, to: 3, label: "format"),
        ])
      let finding = Finding(
        fingerprint: "v1:0", rule: .closureCaptureCycle, confidence: .likely, graph: graph,
        breakSet: [2], hostBreakSet: [2])
      return ReportVocabulary.edit(for: 2, in: finding)
    }
    #expect(
      edit(subscribing: false)
        == "use a closure that captures A weakly, in place of Store.bind(to:) at main.swift:10")
    #expect(
      edit(subscribing: true)
        == "dispose or cancel the subscription, or keep it in a bag that is released, "
        + "made at main.swift:8")
  }
}
