import Findings
import OwnershipGraph
import Testing

@testable import Reporting

@Suite struct BreakAdviceTests {
  private static func graph(label: String, evidence: Evidence) -> ObjectGraph {
    ObjectGraph(
      nodes: [
        .init(id: "User#1", type: "User", role: .cycle),
        .init(id: "Context#1", type: "Context", role: .cycle),
      ],
      references: [
        .init(from: 0, to: 1, label: label, evidence: evidence),
        .init(from: 1, to: 0, label: "owner"),
      ])
  }

  /// A reference in C memory cannot be made weak.
  @Test(arguments: [
    (ObjectGraph.Reference.untypedMemory, Evidence.scanned, "release what this memory retains"),
    (
      "memory: untyped memory", .scanned,
      "clear memory when done; if it is a pointer, first release what its memory retains"
    ),
    ("context", .typed, "weak var context, if another object owns Context"),
    (
      "state.context", .typed,
      "clear state.context when done, or store a weak reference in it, if another object owns Context"
    ),
    (
      "state.loaded.1", .typed,
      "clear state.loaded.1 when done, or store a weak reference in it, if another object owns Context"
    ),
    // The element may be a tuple or a structure whose properties are constants.
    ("contexts[*].user", .typed, "remove the element from contexts when done"),
    ("contexts[*]", .typed, "remove the element from contexts when done"),
    ("state.contexts[*].user", .typed, "remove the element from state.contexts when done"),
    ("groups[*].contexts[*]", .typed, "remove the element from groups[*].contexts when done"),
    ("table[*][*].user.0", .typed, "remove the element from table when done"),
    (
      "_context.wrappedValue", .typed,
      "clear context when done, or store a weak reference in it, if another object owns Context"
    ),
    (
      "_context.wrappedValue.user", .typed,
      "clear context.user when done, or store a weak reference in it, if another object owns Context"
    ),
  ]) func adviceDependsOnTheKindOfReference(label: String, evidence: Evidence, advice: String) {
    let finding = Finding(
      fingerprint: "v1:0", rule: .selfCycle, confidence: .likely,
      graph: Self.graph(label: label, evidence: evidence), breakSet: [0])
    #expect(ReportVocabulary.advice(for: 0, in: finding) == advice)
  }

  /// The program's author cannot edit the toolchain's libraries.
  @Test(arguments: [
    ("Foundation.User", "Foundation"), ("Swift.User", "the standard library"),
  ])
  func adviceForTheToolchainsCodeIsACall(type: String, library: String) {
    var graph = Self.graph(label: "context", evidence: .typed)
    graph.nodes[0].qualifiedType = type
    let finding = Finding(
      fingerprint: "v1:0", rule: .retainCycle, confidence: .likely, graph: graph, breakSet: [0])
    #expect(
      ReportVocabulary.advice(for: 0, in: finding)
        == "call a function of \(library) that releases this reference, if there is one")
  }

  @Test(arguments: [
    (
      ObjectGraph.Reference.Declaration(type: "User"),
      "weak var _parent, if another object owns Context"
    ),
    (
      .init(type: "User", property: "parent"), "weak var parent, if another object owns Context"
    ),
    (
      .init(type: "User", property: "parent", canBeWeak: false),
      "clear parent when done, or store a weak reference in it, if another object owns Context"
    ),
    (
      .init(type: "User", property: "parent", isConstant: true, mustBeConstant: true),
      "weak let parent, if another object owns Context"
    ),
  ]) func theAdviceNamesAPropertyAsInTheSource(
    declaration: ObjectGraph.Reference.Declaration, advice: String
  ) {
    var graph = Self.graph(label: "_parent", evidence: .typed)
    graph.references[0].declaration = declaration
    let finding = Finding(
      fingerprint: "v1:0", rule: .selfCycle, confidence: .likely, graph: graph, breakSet: [0])
    #expect(ReportVocabulary.advice(for: 0, in: finding) == advice)
  }

  @Test(arguments: [
    (ObjectGraph.Reference.Declaration?.none, "weak var dataSource"),
    (.init(type: "User", isOptional: false, isConstant: true), "weak var dataSource"),
  ])
  func theFixNamesTheMarkedEdit(
    declaration: ObjectGraph.Reference.Declaration?, edit: String
  ) {
    var graph = Self.graph(label: "dataSource", evidence: .typed)
    graph.references[1].label = "list"
    graph.references[0].declaration = declaration
    let finding = Finding(
      fingerprint: "v1:0", rule: .retainCycle, confidence: .likely, graph: graph, breakSet: [0],
      hostBreakSet: [0])
    #expect(ReportVocabulary.edit(for: 0, in: finding) == edit)
    let remedy = ReportVocabulary.remedy(for: finding)
    #expect(remedy.contains("`\(edit)`") && remedy.contains("If no other object owns Context, "))
    #expect(remedy.contains("an optional type") == (declaration?.isOptional == false))
  }

  @Test(arguments: [
    ("keepAlive", "set keepAlive to nil when done"),
    ("delegate", "weak var delegate, if another object owns Request"),
  ])
  func adviceForASelfReferenceDependsOnThePropertyName(label: String, advice: String) {
    let graph = ObjectGraph(
      nodes: [.init(id: "Request#1", type: "Request", role: .cycle)],
      references: [.init(from: 0, to: 0, label: label)])
    let finding = Finding(
      fingerprint: "v1:0", rule: .selfCycle, confidence: .likely, graph: graph, breakSet: [0])
    #expect(ReportVocabulary.advice(for: 0, in: finding) == advice)
  }

  /// The advice for a capture, by the name of the closure and the label of the capture.
  @Test(arguments: [
    ("closure #1 in A.f()", "capture self", "[weak self]"),
    (
      "method reference in A.f()", "capture self",
      "pass { [weak self] in self?.method(…) } in place of the method"
    ),
    (
      "implicit closure #1 in A.f()", "capture self",
      "pass a closure with [weak self] in place of the argument"
    ),
    ("closure #1 in A.f()", "capture self.view", "[weak view = self.view] in place of self"),
    ("closure #1 in A.f()", "capture var a", "assign nil or another object to a when done"),
    (
      "closure #1 in A.f()", "capture var list[*]",
      "remove the element from list when done"
    ),
    (
      "closure #1 in A.f()", "capture #2.storage",
      "capture storage weakly, in place of the value that contains it"
    ),
  ])
  func adviceForACaptureDependsOnClosureAndLabel(closure: String, label: String, advice: String) {
    let graph = ObjectGraph(
      nodes: [
        .init(id: "A#1", type: "A", role: .cycle),
        .init(id: "c#1", type: closure, kind: .closureContext, role: .cycle),
      ],
      references: [
        .init(from: 0, to: 1, label: "handler"), .init(from: 1, to: 0, label: label),
      ])
    let finding = Finding(
      fingerprint: "v1:0", rule: .closureCaptureCycle, confidence: .likely, graph: graph,
      breakSet: [1])
    #expect(ReportVocabulary.advice(for: 1, in: finding) == advice)
  }

  /// The advice for a capture of `self`, or of the variable `item`, by what the source shows.
  @Test(arguments: [
    (ObjectGraph.Reference.Capture(value: "self"), "item", "[weak item = self]", ""),
    (
      .init(canBeWeak: false), "item",
      "restrict the type of item to AnyObject, and capture [weak item]",
      "Only a variable whose type is restricted to classes"
    ),
    (
      .init(isExpression: false), "item", "capture only what the closure needs of the value",
      "only a reference to an object can be captured weakly"
    ),
    (
      .init(usesSuper: true), "self",
      "[weak self], and use super only in a method that the closure calls", "cannot use super"
    ),
    (
      .init(nestedFunction: "again"), "self",
      "[weak self]; again(), which the closure calls, must not capture self strongly", ""
    ),
  ])
  func adviceForACaptureDependsOnTheSourceCode(
    capture: ObjectGraph.Reference.Capture, name: String, advice: String, remark: String
  ) {
    var graph = ObjectGraph(
      nodes: [
        .init(id: "A#1", type: "A", role: .cycle),
        .init(id: "c#1", type: "closure #1 in A.f()", kind: .closureContext, role: .cycle),
      ],
      references: [
        .init(from: 0, to: 1, label: "handler"),
        .init(from: 1, to: 0, label: "capture \(name)"),
      ])
    graph.references[1].capture = capture
    let finding = Finding(
      fingerprint: "v1:0", rule: .closureCaptureCycle, confidence: .likely, graph: graph,
      breakSet: [1])
    #expect(ReportVocabulary.advice(for: 1, in: finding) == advice)
    let remedy = ReportVocabulary.remedy(for: finding)
    #expect(remark.isEmpty || remedy.contains(remark))
    #expect(!remedy.contains("structure"))
  }

  @Test func theFixMatchesTheAdviceForALibrarysReference() {
    let graph = ObjectGraph(
      nodes: [
        .init(id: "Profile#1", type: "Profile", qualifiedType: "App.Profile", role: .cycle),
        .init(
          id: "Assign#1", type: "Kit.Assign", qualifiedType: "Kit.Assign", role: .cycle,
          origin: .dependency),
      ],
      references: [
        .init(from: 0, to: 1, label: "subscription"), .init(from: 1, to: 0, label: "object"),
      ])
    let finding = Finding(
      fingerprint: "v1:0", rule: .retainCycle, confidence: .likely, graph: graph,
      hostBreakSet: [1])
    let edit = "se sink with [weak self] in place of assign(to:on:)"
    #expect(ReportVocabulary.advice(for: 1, in: finding) == "u" + edit)
    #expect(ReportVocabulary.remedy(for: finding) == "U" + edit + ".")
  }

  /// A trial has shown that the objects stay alive without the reference.
  @Test func theFixMentionsRetainsThatNoReferenceExplains() {
    let graph = ObjectGraph(
      nodes: [.init(id: "Job#1", type: "Job", role: .cycle, retainCount: 2, referencesFound: 1)],
      references: [.init(from: 0, to: 0, label: "me")])
    var finding = Finding(
      fingerprint: "v1:0", rule: .selfCycle, confidence: .likely, graph: graph, hostBreakSet: [0])
    let sentence =
      "No typed reference explains 1 retain of Job: look for an unbalanced retain as well"
    #expect(!ReportVocabulary.remedy(for: finding).contains(sentence))
    finding.execution = Execution(.refuted, references: [0])
    #expect(ReportVocabulary.remedy(for: finding).contains(sentence))
  }

  @Test func aCaptureInADependencyIsMadeWeakThere() {
    let graph = ObjectGraph(
      nodes: [
        .init(id: "Banner#1", type: "Banner", qualifiedType: "App.Banner", role: .cycle),
        .init(
          id: "c#1", type: "closure #1 in Center.add(_:)",
          qualifiedType: "closure #1 in Kit.Center.add(_:)", module: "Kit", kind: .closureContext,
          role: .cycle, origin: .dependency),
      ],
      references: [
        .init(from: 0, to: 1, label: "handler"), .init(from: 1, to: 0, label: "capture listener"),
      ])
    let finding = Finding(
      fingerprint: "v1:0", rule: .closureCaptureCycle, confidence: .likely, graph: graph,
      hostBreakSet: [1])
    #expect(ReportVocabulary.advice(for: 1, in: finding) == "[weak listener]")
  }

  @Test func aLibrarysReferenceIsMarkedOnlyIfNothingElseCanBeEdited() {
    let graph = ObjectGraph(
      nodes: [
        .init(id: "Runner#1", type: "Runner", qualifiedType: "App.Runner", role: .cycle),
        .init(id: "Process#1", type: "Process", qualifiedType: "Foundation.Process", role: .cycle),
        .init(id: "Source#1", type: "Source", qualifiedType: "Foundation.Source", role: .cycle),
        .init(
          id: "c#1", type: "closure #1 in Runner.run()",
          qualifiedType: "closure #1 in App.Runner.run()", kind: .closureContext, role: .cycle),
      ],
      references: [
        .init(from: 0, to: 1, label: "process"), .init(from: 1, to: 3, label: "handler"),
        .init(from: 3, to: 0, label: "capture self"), .init(from: 1, to: 2, label: "_source"),
        .init(from: 2, to: 1, label: "value"),
      ])
    var finding = Finding(
      fingerprint: "v1:0", rule: .closureCaptureCycle, confidence: .likely, graph: graph,
      hostBreakSet: [2, 3])
    #expect(finding.markedBreaks == [2])
    #expect(ReportVocabulary.remedy(for: finding).contains("A cycle among a library's own objects"))
    finding.hostBreakSet = [3]
    #expect(finding.markedBreaks == [3])
  }

  @Test(arguments: [true, false])
  func aWeakCaptureIsNotAdvisedAgain(isWeak: Bool) {
    var finding = Finding(
      fingerprint: "v1:0", rule: .closureCaptureCycle, confidence: .likely,
      graph: ObjectGraph(
        nodes: [
          .init(id: "A#1", type: "A", role: .cycle),
          .init(id: "c#1", type: "closure #1 in A.f()", kind: .closureContext, role: .cycle),
        ],
        references: [
          .init(from: 0, to: 1, label: "handler"), .init(from: 1, to: 0, label: "capture self"),
        ]),
      breakSet: [1])
    if isWeak {
      finding.graph.references.append(
        .init(from: 1, to: 0, label: "capture #1", strength: .weak))
    }
    let advice = ReportVocabulary.advice(for: 1, in: finding)
    #expect((advice == "[weak self]") == !isWeak)
    #expect(advice.hasPrefix("turn the nested function") == isWeak)
    #expect(ReportVocabulary.remedy(for: finding).contains("nested function") == isWeak)
  }

  @Test(arguments: [
    (holder: "closure #1 in A.f()", isCapturedWeakly: true), ("closure #2 in A.f()", false),
  ])
  func adviceForATaskDependsOnWhetherItCapturesWeakly(holder: String, isCapturedWeakly: Bool) {
    var graph = ObjectGraph(
      nodes: [
        .init(id: "A#1", type: "A", role: .cycle),
        .init(id: "Task#1", type: "Task", kind: .task, role: .cycle),
        .init(id: "c#1", type: holder, kind: .closureContext, role: .behind),
        .init(id: "box#1", type: "box of variable", kind: .box, role: .behind),
      ],
      references: [
        .init(from: 0, to: 1, label: "task"), .init(from: 1, to: 0, label: "frame"),
        .init(from: 2, to: 3, label: "capture #1"),
        .init(from: 3, to: 0, label: "capture #1", strength: .weak),
      ])
    graph.nodes[1].suspended = SuspendedCode(function: "closure #1 in A.f()", location: nil)
    let advice = BreakAdvice(for: 1, in: graph).text
    #expect(advice.hasPrefix("keep no strong reference across an await") == isCapturedWeakly)
    #expect(advice.hasPrefix("[weak self]") == !isCapturedWeakly)
  }

  @Test func theFixStatesThatClearingAPointerReleasesNothing() {
    var graph = Self.graph(label: "memory: untyped memory", evidence: .scanned)
    graph.references[1].label = "item"
    let finding = Finding(
      fingerprint: "v1:0", rule: .retainCycle, confidence: .scanned, graph: graph, breakSet: [0])
    let remedy = ReportVocabulary.remedy(for: finding)
    #expect(remedy.contains("deinitialize(count:)") && remedy.contains("release()"))
    #expect(remedy.contains("Setting a pointer to nil releases nothing."))
    #expect(remedy.contains("If the memory retains nothing, look for an unbalanced retain"))
  }

  @Test func theFixForARetainInAClosureIsToReleaseIt() {
    let graph = ObjectGraph(
      nodes: [
        .init(id: "A#1", type: "A", role: .cycle),
        .init(id: "c#1", type: "closure #1 in A.f()", kind: .closureContext, role: .cycle),
      ],
      references: [
        .init(from: 0, to: 1, label: "action"),
        .init(
          from: 1, to: 0, label: ObjectGraph.Reference.untypedMemory, evidence: .scanned),
      ])
    let finding = Finding(
      fingerprint: "v1:0", rule: .closureCaptureCycle, confidence: .scanned, graph: graph,
      breakSet: [1], hostBreakSet: [1])
    let remedy = ReportVocabulary.remedy(for: finding)
    #expect(remedy.contains("release() of an Unmanaged value") && !remedy.contains("Capture ["))
  }

  @Test func adviceReplacesAKeyPathThatIsUsedAsAFunction() {
    let graph = ObjectGraph(
      nodes: [
        .init(
          id: "c#1", type: "implicit closure #1 in f()",
          qualifiedType: "implicit closure #1 (Swift.Int) -> Swift.Int in App.f()",
          kind: .closureContext, role: .cycle),
        .init(
          id: "KeyPath#1", type: "KeyPath", qualifiedType: "Swift.KeyPath<Swift.Int, Swift.Int>",
          role: .cycle),
      ],
      references: [.init(from: 0, to: 1, label: "capture: KeyPath")])
    #expect(BreakAdvice(for: 0, in: graph).text.hasSuffix(" in place of the key path"))
  }

  @Test func equalEditsAreListedOnce() {
    var graph = ObjectGraph(
      nodes: [.init(id: "Root#1", type: "Root", role: .cycle)], references: [])
    for index in 1...3 {
      graph.nodes.append(.init(id: "Leaf#\(index)", type: "Leaf", role: .cycle))
      graph.references.append(.init(from: 0, to: index, label: "leaves[*]"))
      graph.references.append(.init(from: index, to: 0, label: "parent"))
    }
    let finding = Finding(
      fingerprint: "v1:0", rule: .retainCycle, confidence: .proven, graph: graph,
      hostBreakSet: [1, 3, 5])
    let report = LeakReport(
      tool: .init(version: "1"),
      summary: .init(
        verdict: .leaking, cells: 0, unexpectedCycles: 1, controlsSeen: 0, controlsExpected: 0,
        inconclusiveCells: 0, failedCells: 0),
      coverage: Coverage(), cells: [], findings: [finding], reproduce: "leakcheck exec")
    let breaks = FindingAdvice(of: finding, in: ReportIndex(report)).breaks
    #expect(breaks.map(\.reference) == ["3 × Leaf . parent → Root"])
    #expect(breaks.map(\.advice) == ["weak var parent, if another object owns Root"])
  }
}
