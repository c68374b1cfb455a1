import Findings
import OwnershipGraph
import Testing

@testable import Reporting

/// Tests of the fix for captures of closures.
@Suite struct CaptureRemedyTests {
  @Test(arguments: [
    ("capture self", "capture login", "[weak self, weak login]"),
    ("capture pair.0", "capture pair.1", "[weak pair0 = pair.0, weak pair1 = pair.1]"),
    ("capture a.0.1", "capture login", "[weak a01 = a.0.1, weak login]"),
    ("capture a.page", "capture b.login", "[weak page = a.page, weak login = b.login]"),
    ("capture a.page", "capture b.x.page", "[weak aPage = a.page, weak bXPage = b.x.page]"),
  ])
  func theFixNamesAllCapturesOfAClosure(first: String, second: String, list: String) {
    let graph = ObjectGraph(
      nodes: [
        .init(id: "App#1", type: "App", role: .cycle),
        .init(id: "Login#1", type: "Login", role: .cycle),
        .init(id: "c#1", type: "closure #1 in App.show()", kind: .closureContext, role: .cycle),
      ],
      references: [
        .init(from: 0, to: 1, label: "login"), .init(from: 1, to: 2, label: "onFinish"),
        .init(from: 2, to: 0, label: first), .init(from: 2, to: 1, label: second),
      ])
    let finding = Finding(
      fingerprint: "v1:0", rule: .closureCaptureCycle, confidence: .likely, graph: graph,
      hostBreakSet: [2, 3])
    let remedy = ReportVocabulary.remedy(for: finding)
    #expect(remedy.contains(list), "\(remedy)")
  }

  /// To release the object, all closures that capture it have to be released. A property may be
  /// made weak instead of the captures, an element of a collection may not.
  @Test(arguments: [
    (
      "sockets[*]", ["onData"],
      "If only the closure keeps the Reader alive, set onData to nil when done instead."
    ),
    (
      "sockets[*]", ["onData", "onEnd"],
      "If only these closures keep the Reader alive, set onData to nil when done and set onEnd to "
        + "nil when done instead."
    ),
    (
      "socket", ["onData", "onEnd"],
      "If no other object owns Reader, a weak reference would let it be deallocated too early: "
        + "make the other edit, or set onData to nil when done and set onEnd to nil when done."
    ),
  ])
  func theFixNamesEveryPropertyToClear(socket: String, handlers: [String], sentence: String) {
    var graph = ObjectGraph(
      nodes: [
        .init(id: "Reader#1", type: "Reader", role: .cycle),
        .init(id: "Socket#1", type: "Socket", role: .cycle),
      ],
      references: [.init(from: 0, to: 1, label: socket)])
    var captures: [Int] = []
    for (number, handler) in handlers.enumerated() {
      graph.nodes.append(
        .init(
          id: "c#\(number)", type: "closure #\(number + 1) in Reader.run()", kind: .closureContext,
          role: .cycle))
      graph.references.append(.init(from: 1, to: number + 2, label: handler))
      captures.append(graph.references.count)
      graph.references.append(.init(from: number + 2, to: 0, label: "capture reader"))
    }
    let finding = Finding(
      fingerprint: "v1:0", rule: .closureCaptureCycle, confidence: .likely, graph: graph,
      hostBreakSet: captures)
    let remedy = ReportVocabulary.remedy(for: finding)
    #expect(remedy.contains(sentence), "\(remedy)")
  }

  /// An object may be kept alive only by a closure that it stores, until the closure has run. If the
  /// object stores another closure, which captures the first one, a caller may own only that other
  /// closure.
  @Test(arguments: [true, false])
  func aClosureMayBeTheOnlyOwnerOfTheObjectThatStoresIt(isWithinAnother: Bool) {
    let outer = isWithinAnother ? 2 : 1
    var graph = ObjectGraph(
      nodes: [
        .init(id: "Rule#1", type: "Rule", role: .cycle),
        .init(id: "c#1", type: "closure #1 in Rule.use()", kind: .closureContext, role: .cycle),
      ],
      references: [
        .init(from: 0, to: outer, label: "parser"), .init(from: 1, to: 0, label: "capture self"),
      ])
    if isWithinAnother {
      graph.nodes.append(
        .init(id: "c#2", type: "closure #1 in map(_:)", kind: .closureContext, role: .cycle))
      graph.references.append(.init(from: 2, to: 1, label: "capture run"))
    }
    let finding = Finding(
      fingerprint: "v1:0", rule: .closureCaptureCycle, confidence: .likely, graph: graph,
      hostBreakSet: [1])
    let remedy = ReportVocabulary.remedy(for: finding)
    let sentence =
      "If only the closure keeps the Rule alive, set parser to nil when done instead."
    #expect(remedy.contains(sentence), "\(remedy)")
  }

  /// The code that creates a closure may create the captured object for the closure alone, but
  /// `self` exists before the closure.
  @Test(arguments: [("self", false), ("model", true)])
  func aHeldClosureMayBeTheOnlyOwnerOfAVariable(variable: String, hasCondition: Bool) {
    let graph = ObjectGraph(
      nodes: [
        .init(id: "c#1", type: "closure #1 in Hub.start()", kind: .closureContext, role: .held),
        .init(id: "Model#1", type: "Model", role: .held),
      ],
      references: [.init(from: 0, to: 1, label: "capture \(variable)")])
    let finding = Finding(
      fingerprint: "v1:0", rule: .heldByRuntime, confidence: .likely, graph: graph,
      hostBreakSet: [0], roots: ["a notification center"])
    let remedy = ReportVocabulary.remedy(for: finding)
    let sentence =
      "If only the closure keeps the Model alive, leave the capture strong."
    #expect(remedy.contains(sentence) == hasCondition, "\(remedy)")
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
