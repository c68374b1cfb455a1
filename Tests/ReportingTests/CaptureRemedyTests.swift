import Findings
import OwnershipGraph
import Testing

@testable import Reporting

/// Tests of the fix for captures of closures.
@Suite struct CaptureRemedyTests {
  @Test func theFixNamesAllCapturesOfAClosure() {
    let graph = ObjectGraph(
      nodes: [
        .init(id: "App#1", type: "App", role: .cycle),
        .init(id: "Login#1", type: "Login", role: .cycle),
        .init(id: "c#1", type: "closure #1 in App.show()", kind: .closureContext, role: .cycle),
      ],
      references: [
        .init(from: 0, to: 1, label: "login"), .init(from: 1, to: 2, label: "onFinish"),
        .init(from: 2, to: 0, label: "capture self"),
        .init(from: 2, to: 1, label: "capture login"),
      ])
    let finding = Finding(
      fingerprint: "v1:0", rule: .closureCaptureCycle, confidence: .likely, graph: graph,
      hostBreakSet: [2, 3])
    #expect(ReportVocabulary.remedy(for: finding).contains("[weak self, weak login]"))
  }

  /// A capture list can only copy a variable that several closures share.
  @Test func theFixListsNoCaptureOfASharedVariable() {
    let graph = ObjectGraph(
      nodes: [
        .init(id: "App#1", type: "App", role: .cycle),
        .init(id: "c#1", type: "closure #1 in App.show()", kind: .closureContext, role: .cycle),
        .init(id: "b#1", type: "box of variable", kind: .box, role: .cycle),
      ],
      references: [
        .init(from: 0, to: 1, label: "onFinish"), .init(from: 1, to: 0, label: "capture owner"),
        .init(from: 1, to: 2, label: "capture current"), .init(from: 2, to: 0, label: "value"),
      ])
    let finding = Finding(
      fingerprint: "v1:0", rule: .closureCaptureCycle, confidence: .likely, graph: graph,
      hostBreakSet: [1, 2])
    let remedy = ReportVocabulary.remedy(for: finding)
    #expect(remedy.contains("[weak owner]") && !remedy.contains("weak current"), "\(remedy)")
  }

  @Test(arguments: [
    ("#1", ObjectGraph.Kind.classInstance, "assign nil or another object to handler when done"),
    ("#1", .closureContext, "assign nil or an empty closure to handler when done"),
    ("#1[*]", .closureContext, "remove the elements from handler when done"),
  ])
  func theEditOfASharedVariableNamesIt(label: String, kind: ObjectGraph.Kind, edit: String) {
    let graph = ObjectGraph(
      nodes: [
        .init(id: "c#1", type: "closure #1 in App.show()", kind: .closureContext, role: .cycle),
        .init(id: "b#1", type: "box of variable", kind: .box, role: .cycle),
        .init(id: "v#1", type: "Value", kind: kind, role: .cycle),
      ],
      references: [
        .init(from: 0, to: 1, label: "capture handler"),
        .init(from: 1, to: 2, label: "capture \(label)"), .init(from: 2, to: 0, label: "action"),
      ])
    #expect(BreakAdvice(for: 0, in: graph).text == edit)
  }

  /// Only an object can be captured weakly by the closure that is stored instead.
  @Test(arguments: [(ObjectGraph.Kind.classInstance, true), (.array, false), (.box, false)])
  func onlyObjectsAreCapturedWeaklyByAnotherClosure(kind: ObjectGraph.Kind, isObject: Bool) {
    var graph = ObjectGraph(
      nodes: [
        .init(id: "App#1", type: "App", role: .cycle),
        .init(id: "c#1", type: "closure #1 in App.make()", kind: .closureContext, role: .cycle),
        .init(id: "part#1", type: "Part", kind: kind, role: .cycle),
      ],
      references: [
        .init(from: 0, to: 1, label: "action"), .init(from: 1, to: 2, label: "capture part"),
        .init(from: 2, to: 0, label: "owner"),
      ])
    graph.references[1].capture = .init(factory: "App.make()")
    let finding = Finding(
      fingerprint: "v1:0", rule: .closureCaptureCycle, confidence: .likely, graph: graph,
      hostBreakSet: [2])
    let remedy = ReportVocabulary.remedy(for: finding)
    #expect(remedy.contains("captures the Part weakly and calls App.make()") == isObject)
  }
}
