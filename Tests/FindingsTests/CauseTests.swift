import Findings
import OwnershipGraph
import Testing

@Suite struct CauseTests {
  @Test(arguments: causeShapes)
  func eachCauseIsRecognizedOnlyInItsLeakingForm(shape: CauseShape) throws {
    #expect(try finding(shape.lines).cause == shape.cause)
    var fixed = shape.lines
    fixed[fixed.count - 1] = fixed[fixed.count - 1].replacing(#/ -(.*?)-> /#) {
      " ~\($0.output.1)~> "
    }
    #expect(fixed != shape.lines)
    #expect(try finding(fixed).cause != shape.cause)
  }

  /// Returns a finding with two nodes of a list. The second refers back to the first.
  private func linkedNodes(back: Strength) -> Finding {
    let graph = ObjectGraph(
      nodes: [1, 2].map {
        .init(id: "ListNode#\($0)", type: "ListNode", qualifiedType: "App.ListNode", role: .cycle)
      },
      references: [
        .init(from: 0, to: 1, label: "next"),
        .init(from: 1, to: 0, label: "previous", strength: back),
      ])
    return Finding(
      fingerprint: "v1:00000000", rule: .retainCycle, confidence: .proven, graph: graph)
  }

  @Test func listNodesThatRetainEachOtherAreDoublyLinked() {
    #expect(linkedNodes(back: .strong).cause == .doublyLinked)
    #expect(linkedNodes(back: .weak).cause == nil)
  }

  @Test func everyCauseIsTestedAndHasAUniqueDescription() {
    let tested = Set(causeShapes.map(\.cause)).union([
      .doublyLinked, .bagKeepsFinished, .taskKeepsObject, .delayedBlock,
      .blockThatNeverRuns, .dispatchChannel, .fileHandleHandler, .mainQueueBlock,
      .methodKeepsObject, .jobNeverRuns, .tasksAwaitEachOther, .taskAwaitsGroup,
      .strongReferenceAcrossAwait, .libraryCallCapturesOwner,
    ])
    #expect(tested == Set(Cause.allCases))
    #expect(Cause.allCases.count >= 20)
    #expect(Set(Cause.allCases.map(\.summary)).count == Cause.allCases.count)
    #expect(Set(Cause.allCases.map(\.fix)).count == Cause.allCases.count)
    for cause in Cause.allCases {
      #expect(cause.rawValue.wholeMatch(of: #/[a-z]+(-[a-z]+)*/#) != nil)
      #expect(cause.summary.hasSuffix(".") && cause.fix.hasSuffix("."))
    }
  }

  @Test(arguments: [
    // The names of the program's own classes indicate no cause.
    ["App.EggTimer -egg-> App.Egg", "App.Egg -timer-> App.EggTimer"],
    ["App.MySubject -value-> App.Model", "App.Model -subject-> App.MySubject"],
    // Two objects whose property names indicate no cause.
    ["App.A -b-> App.B", "App.B -a-> App.A"],
    // A cycle of three objects without a named cause.
    ["App.A -b-> App.B", "App.B -c-> App.C", "App.C -a-> App.A"],
  ]) func aCycleThatMatchesNoRuleHasNoCause(lines: [String]) throws {
    #expect(try finding(lines).cause == nil)
  }

  @Test(arguments: [
    ("entries[*].owner", Cause.elementRetainsContainer),
    ("entries[*].owner[*]", Cause.elementRetainsContainer), ("list[*]", nil),
    ("state.owner", nil), ("state.delegate", nil), ("state.previous", nil),
  ])
  func anObjectIsNeitherItsOwnChildNorItsOwnDelegate(label: String, cause: Cause?) throws {
    var found = try finding(["App.A -\(label)-> App.A"], rule: .selfCycle)
    found.graph.references[0].declaration = .init(type: "A", canBeWeak: false)
    found.recognizeCause()
    #expect(found.cause == cause)
  }

  @Test func aSelfRetainingSubscriptionHasNoCause() throws {
    #expect(try finding(["Streams.Subscription -next-> Streams.Subscription"]).cause == nil)
  }

  @Test func untypedMemoryIsNotAStoredProperty() throws {
    var finding = try finding(["App.A -me-> App.A"])
    #expect(finding.cause == .objectRetainsItself)
    finding.graph.references[0].evidence = .scanned
    finding.recognizeCause()
    #expect(finding.cause == nil)
  }

  @Test func closuresThatCaptureEachOtherAreRecursive() throws {
    let closures = [
      "closure #1 in App.f() -capture var b-> closure #2 in App.f()",
      "closure #2 in App.f() -capture var a-> closure #1 in App.f()",
    ]
    #expect(try finding(closures, rule: .closureCaptureCycle).cause == .recursiveClosure)
    let handlers = [
      "closure #1 in App.f() -capture a-> App.A", "App.A -onTap-> closure #1 in App.f()",
    ]
    #expect(try finding(handlers, rule: .closureCaptureCycle).cause == .closureCapturesOwner)
  }

  @Test func objectsBehindACycleDoNotDetermineItsCause() throws {
    let cycle = ["App.A -b-> App.B", "App.B -a-> App.A"]
    #expect(try finding(cycle + ["App.B -timer-> Foundation.Timer"]).cause == nil)
    #expect(try finding(cycle + ["App.B -subject-> Streams.PublishSubject"]).cause == nil)
    #expect(try finding(cycle + ["App.B ~delegate~> App.A"]).cause == nil)
    #expect(try finding(cycle + ["App.B -onTap-> closure #1 in App.B.f()"]).cause == nil)
  }

  @Test(arguments: [
    ("completion", Cause.completionHandlerKept), ("completionHandler", .completionHandlerKept),
    ("loadCompletion", .completionHandlerKept), ("onComplete", .completionHandlerKept),
    ("onDone", .completionHandlerKept), ("isCompleted", .closureCapturesOwner),
    ("autocompletionProvider", .closureCapturesOwner), ("callback", .closureCapturesOwner),
    ("onDoneTapped", .closureCapturesOwner),
  ])
  func completionHandlersAreRecognizedByPropertyName(name: String, cause: Cause) throws {
    let cycle = [
      "App.A -\(name)-> closure #1 in App.A.f()", "closure #1 in App.A.f() -capture self-> App.A",
    ]
    var found = try finding(cycle)
    #expect(found.cause == cause)
    // A property that is not optional cannot be cleared after the call.
    found.graph.references[0].declaration = .init(type: "A", isOptional: false)
    found.recognizeCause()
    #expect(found.cause == .closureCapturesOwner)
  }

  /// Two cycles of two objects each, which share `App.A`. Reports draw the cycle that is cheaper to
  /// break.
  @Test func theDrawnCycleDeterminesTheCause() throws {
    let cycles = [
      "App.A -handlers[*]-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
      "App.A -peer-> App.B", "App.B -delegate-> App.A",
    ]
    let drawn = try finding(cycles)
    #expect(drawn.cause == .handlerList)
  }

  @Test func anUnrelatedCollectionDoesNotChangeTheCause() throws {
    let cycle = [
      "App.A -b-> App.B", "App.B -owner-> App.A", "App.B -names-> Array", "Array -[*]-> App.B",
    ]
    #expect(try finding(cycle).cause == .strongParent)
  }

  /// The closure is in the library, so the program can edit only the call.
  @Test func aClosureCreatedByALibraryIsBrokenAtTheCall() throws {
    var found = try finding([
      "App.Totals -store-> App.Store", "App.Store -total-> Lib.Value",
      "Lib.Value -observers[*]-> closure #1 in Lib.Value.assign(to:)",
      "closure #1 in Lib.Value.assign(to:) -capture o-> App.Totals",
    ])
    for index in [2, 3] { found.graph.nodes[index].origin = .dependency }
    found.recognizeCause()
    #expect(found.cause == nil)
    let line = SourceLocation(file: "Totals.swift", line: 10)
    found.graph.nodes[3].call = StackFrame(function: "Totals.init(_:)", location: line)
    found.recognizeCause()
    #expect(found.cause == .libraryCallCapturesOwner)
    #expect(found.graph.advisedBreaks() == [3])
    let advice = BreakAdvice(for: 3, in: found.graph)
    #expect(advice.location == line)
    #expect(
      advice.text == "use a closure that captures Totals weakly, in place of Lib.Value.assign(to:)")
  }

  /// The edit is to end the subscription, and its line is that of the program's handler.
  @Test func adviceForASubscriptionDoesNotReplaceTheCall() throws {
    var found = try finding([
      "App.Totals -store-> Lib.Store", "Lib.Store -sinks[*]-> Lib.Sink",
      "Lib.Sink -handler-> closure #1 in Lib.Store.bind(to:)",
      "closure #1 in Lib.Store.bind(to:) -capture o-> App.Totals",
      "App.Totals -format-> closure #1 in App.Totals.init()",
    ])
    let (line, other) = (
      SourceLocation(file: "Totals.swift", line: 10), SourceLocation(file: "Totals.swift", line: 8)
    )
    for index in [1, 2, 3] { found.graph.nodes[index].origin = .dependency }
    found.graph.nodes[3].call = StackFrame(function: "Totals.init(_:)", location: line)
    found.graph.nodes[4].location = other
    found.recognizeCause()
    #expect(found.cause != .libraryCallCapturesOwner)
    let advice = BreakAdvice(for: 3, in: found.graph)
    #expect(advice.text.hasPrefix("dispose or cancel the subscription"))
    #expect(advice.location == other)
  }

  /// `super.update` has the symbol of an autoclosure.
  @Test func aSuperclassMethodIsNotAnAutoclosure() throws {
    let cycle = [
      "App.A -action-> implicit closure #1 in App.A.f()",
      "implicit closure #1 in App.A.f() -capture self-> App.A",
    ]
    var found = try finding(cycle)
    #expect(found.cause == .autoclosureCapturesOwner)
    found.graph.references[1].capture = .init(method: "update", receiver: "super")
    found.recognizeCause()
    #expect(found.cause == .methodAsHandler)
  }
}
