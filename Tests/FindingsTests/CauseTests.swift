import Findings
import OwnershipGraph
import Testing

/// Returns a finding. Each line describes one reference, such as
/// `App.FeedViewModel -bag-> Streams.DisposeBag`.
///
/// The short name of a type is its last component, and `~label~>` is a weak reference. Nodes in a
/// cycle have the role `cycle`, and all others have the role `behind`.
func finding(_ lines: [String], rule: Rule = .retainCycle, roots: [String] = []) throws -> Finding {
  var graph = ObjectGraph()
  var indices: [String: Int] = [:]
  func index(of type: String) -> Int {
    if let index = indices[type] { return index }
    let isClosure = type.contains("closure #") || type.hasSuffix("(_:)")
    let kind: ObjectGraph.Kind =
      isClosure
      ? .closureContext
      : ["Array": .array, "Box": .box, "Task": .task, "Producer": .task][type] ?? .classInstance
    let short = isClosure ? type.replacing("App.", with: "") : type.replacing(#/^\w+\./#, with: "")
    graph.nodes.append(
      .init(
        id: "\(short)#\(indices.count)", type: short, qualifiedType: type, kind: kind, role: .behind
      )
    )
    indices[type] = graph.nodes.count - 1
    return graph.nodes.count - 1
  }
  for line in lines {
    let match = try #require(line.wholeMatch(of: #/(.+?) ([-~])(.*?)[-~]> (.+)/#), "\(line)")
    let (from, to) = (index(of: String(match.1)), index(of: String(match.4)))
    let label = String(match.3)
    graph.references.append(
      .init(
        from: from, to: to, label: label, strength: match.2 == "-" ? .strong : .weak,
        evidence: label == ObjectGraph.Reference.untypedMemory ? .scanned : .typed))
  }
  for index in graph.cycleReferences() {
    graph.nodes[graph.references[index].from].role = .cycle
    graph.nodes[graph.references[index].to].role = .cycle
  }
  return Finding(
    fingerprint: "v1:00000000", rule: rule, confidence: .proven, graph: graph, roots: roots)
}

/// A cause, and a cycle that it creates. The repaired form is the same cycle with a weak reference
/// in the last line.
private struct Shape: CustomTestStringConvertible, Sendable {
  var cause: Cause
  var lines: [String]

  init(_ cause: Cause, _ lines: [String]) {
    self.cause = cause
    self.lines = lines
  }
  var testDescription: String { cause.rawValue }
}

/// The references from a bag to the closure of a handler, as the stream library creates them.
private let subscription = [
  "Streams.DisposeBag -disposables[*]-> Streams.SinkDisposer",
  "Streams.SinkDisposer -sink-> Streams.MapSink", "Streams.MapSink -cancel-> Streams.SinkDisposer",
]

private let shapes = [
  Shape(
    .recursiveClosure,
    ["closure #1 in App.A.f() -capture #1-> Box", "Box -value-> closure #1 in App.A.f()"]),
  Shape(
    .selfHoldingDisposable,
    [
      "RACDisposables.BlockDisposable -action-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture #1-> RACDisposables.BlockDisposable",
    ]),
  Shape(.objectHoldsItself, ["App.A -me-> App.A"]),
  Shape(
    .asyncSequenceOnSelf,
    [
      "Swift.AsyncStream._Storage -untyped memory-> Task", "App.A -task-> Task",
      "Task -frame-> Swift.AsyncStream._Storage", "Swift.AsyncStream._Storage -state-> App.A",
    ]),
  Shape(
    .operationNeverFinishes,
    [
      "Foundation.OperationQueue -__firstOperation-> Foundation.BlockOperation",
      "Foundation.BlockOperation -__queue-> Foundation.OperationQueue",
    ]),
  Shape(
    .awaitedContinuation,
    [
      "Task -frame-> App.A", "Swift.CheckedContinuationCanary -untyped memory-> Task",
      "App.A -waiters[*]-> Swift.CheckedContinuationCanary",
    ]),
  Shape(
    .awaitedContinuation, ["Task -frame-> App.A", "App.A -untyped memory-> Task"]),
  Shape(.lostContinuation, ["App.A -task-> Task", "Task -frame-> App.A"]),
  Shape(
    .lostContinuation,
    [
      "Swift.AsyncStream._Storage -untyped memory-> Task",
      "Task -frame-> Swift.AsyncStream._Storage",
      "Swift.AsyncStream._Storage -onCancel-> closure #1 in App.f()",
      "Producer -frame-> Swift.AsyncStream._Storage",
      "closure #1 in App.f() -capture #1-> Producer",
    ]),
  Shape(
    .endlessWait,
    [
      "Swift.AsyncStream._Storage -untyped memory-> Task",
      "Task -frame-> Swift.AsyncStream._Storage",
    ]),
  Shape(
    .taskOnSelf,
    [
      "App.A -channel-> Foundation.Channel", "Foundation.Channel -untyped memory-> Task",
      "Task -frame-> App.A",
    ]),
  Shape(
    .unfoldingStream,
    [
      "App.A -any-> Swift.AsyncStream._Context",
      "Swift.AsyncStream._Context -produce-> closure #1 in Swift.AsyncStream.init(unfolding:)",
      "closure #1 in Swift.AsyncStream.init(unfolding:) -capture #1-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  Shape(
    .autoclosureCapturesOwner,
    [
      "App.A -value-> implicit closure #1 in App.A.f()",
      "implicit closure #1 in App.A.f() -capture self-> App.A",
    ]),
  Shape(
    .nestedFunctionAsHandler,
    [
      "App.A -handler-> local() in closure #1 in App.A.f()",
      "local() in closure #1 in App.A.f() -capture self-> App.A",
    ]),
  Shape(
    .streamContinuation,
    [
      "App.A -continuation-> Swift.AsyncStream._Storage",
      "Swift.AsyncStream._Storage -state-> closure #1 in closure #1 in App.A.f()",
      "closure #1 in closure #1 in App.A.f() -capture self-> App.A",
    ]),
  Shape(
    .bufferedElement,
    [
      "App.A -continuation-> Swift.AsyncStream._Storage",
      "Swift.AsyncStream._Storage -state[0]-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  Shape(
    .bufferedElement,
    [
      "App.A -continuation-> Swift.AsyncThrowingStream._Storage",
      "Swift.AsyncThrowingStream._Storage -state[*].0-> App.A",
    ]),
  Shape(
    .dispatchSource,
    [
      "App.A -source-> Dispatch.DispatchSource",
      "Dispatch.DispatchSource -handler-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  Shape(
    .dispatchGroup,
    [
      "App.A -group-> Dispatch.DispatchGroup",
      "Dispatch.DispatchGroup -untyped memory-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  Shape(
    .libraryHandlerCapturesOwner,
    [
      "App.A -operation-> Foundation.BlockOperation",
      "Foundation.BlockOperation -_block-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  Shape(
    .dispatchWorkItem,
    [
      "App.A -item-> Dispatch.DispatchWorkItem",
      "Dispatch.DispatchWorkItem -_block-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  Shape(
    .timer,
    [
      "App.A -timer-> Foundation.Timer", "Foundation.Timer -_fire-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  Shape(
    .notificationObserver,
    [
      "App.A -token-> Foundation.NSNotificationToken",
      "Foundation.NSNotificationToken -block-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  Shape(
    .keyValueObservation,
    [
      "App.A -observation-> Foundation.NSKeyValueObservation",
      "Foundation.NSKeyValueObservation -handler-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  Shape(
    .trampolineHoldsTarget,
    [
      "App.A -trampoline-> RACDisposables.KeyValueTrampoline",
      "RACDisposables.KeyValueTrampoline -target-> App.A",
    ]),
  Shape(
    .sharedStreamNeverReleased,
    [
      "Streams.ShareReplay -connection-> Streams.ShareReplayConnection",
      "Streams.ShareReplayConnection -parent-> Streams.ShareReplay",
    ]),
  Shape(
    .neverEndedSubscription,
    [
      "Streams.SinkDisposer -sink-> Streams.MapSink",
      "Streams.MapSink -cancel-> Streams.SinkDisposer",
    ]),
  Shape(
    .accumulatorHoldsOwner,
    [
      "App.A -subscription-> Streams.SinkDisposer", "Streams.SinkDisposer -sink-> Streams.ScanSink",
      "Streams.ScanSink -accumulated-> App.A",
    ]),
  Shape(
    .mutualObservers,
    [
      "App.A -onChange-> closure #1 in App.B.f()", "closure #1 in App.B.f() -capture self-> App.B",
      "App.B -onChange-> closure #1 in App.A.f()", "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  Shape(
    .handlerCapturesParent,
    [
      "App.Parent -child-> App.Child", "App.Child -onTap-> closure #1 in App.Parent.f()",
      "closure #1 in App.Parent.f() -capture self-> App.Parent",
    ]),
  Shape(
    .methodAsHandler,
    ["App.A -bag-> Streams.DisposeBag"] + subscription + [
      "Streams.MapSink -transform-> implicit closure #2 in implicit closure #1 in App.A.f()",
      "implicit closure #2 in implicit closure #1 in App.A.f() -capture self-> App.A",
    ]),
  Shape(
    .nestedSubscription,
    ["App.A -bag-> Streams.DisposeBag"] + subscription + [
      "Streams.MapSink -observer-> closure #1 in closure #1 in App.A.f()",
      "closure #1 in closure #1 in App.A.f() -capture self-> App.A",
    ]),
  Shape(
    .flatteningClosureCapturesOwner,
    [
      "App.A -subscription-> Streams.SinkDisposer",
      "Streams.SinkDisposer -sink-> Streams.FlatMapLatestSink",
      "Streams.FlatMapLatestSink -transform-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  Shape(
    .subjectStoredInSubscriber,
    [
      "App.A -subject-> Streams.PublishSubject",
      "Streams.PublishSubject -observers[*]-> Streams.AnonymousObserver",
      "Streams.AnonymousObserver -onNext-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  Shape(
    .bagOwnedByCaptured,
    ["App.A -bag-> Streams.DisposeBag"] + subscription + [
      "Streams.MapSink -transform-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  Shape(
    .subscriptionOwnedByCaptured,
    [
      "App.A -subscription-> Streams.SinkDisposer", "Streams.SinkDisposer -sink-> Streams.MapSink",
      "Streams.MapSink -transform-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  Shape(
    .disposableOwnedByCaptured,
    [
      "App.A -closing-> Streams.AnonymousDisposable",
      "Streams.AnonymousDisposable -action-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  Shape(
    .lazyClosure,
    [
      "App.A -title-> closure #1 in App.A.title.getter",
      "closure #1 in App.A.title.getter -capture self-> App.A",
    ]),
  Shape(
    .handlerList,
    [
      "App.A -handlers[*]-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  Shape(
    .handlerList,
    [
      "App.A -handlers-> Array", "Array -[*]-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  Shape(
    .completionHandlerKept,
    [
      "App.A -completionHandler-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  Shape(
    .closureCapturesOwner,
    ["App.A -onTap-> closure #1 in App.A.f()", "closure #1 in App.A.f() -capture self-> App.A"]),
  Shape(
    .valueHoldsItsSubject,
    [
      "App.A -state-> Streams.BehaviorSubject", "Streams.BehaviorSubject -value-> App.B",
      "App.B -model-> App.A",
    ]),
  Shape(.strongDelegate, ["App.A -child-> App.B", "App.B -delegate-> App.A"]),
  Shape(.strongDelegate, ["App.A -table-> App.B", "App.B -dataSource-> App.A"]),
  Shape(.strongParent, ["App.A -children[*]-> App.B", "App.B -parent-> App.A"]),
  Shape(.elementHoldsContainer, ["App.A -rows[*]-> App.B", "App.B -table-> App.A"]),
]

@Suite struct CauseTests {
  @Test(arguments: shapes)
  private func `a cause fires on its leaking form and not on its repaired form`(shape: Shape) throws
  {
    #expect(try finding(shape.lines).cause == shape.cause)
    var repaired = shape.lines
    repaired[repaired.count - 1] = repaired[repaired.count - 1].replacing(#/ -(.*?)-> /#) {
      " ~\($0.output.1)~> "
    }
    #expect(repaired != shape.lines)
    #expect(try finding(repaired).cause != shape.cause)
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

  @Test func `two nodes of a list that hold each other are doubly linked`() {
    #expect(linkedNodes(back: .strong).cause == .doublyLinked)
    #expect(linkedNodes(back: .weak).cause == nil)
  }

  @Test func `every cause has a shape here, and words of its own`() {
    let tested = Set(shapes.map(\.cause)).union([
      .doublyLinked, .bagKeepsFinished, .taskKeepsObject, .delayedBlock,
      .blockThatNeverRuns, .dispatchChannel, .mainQueueBlock, .methodKeepsObject, .jobNeverRuns,
      .tasksAwaitEachOther, .taskAwaitsGroup, .strongReferenceAcrossAwait,
    ])
    #expect(tested == Set(Cause.allCases))
    #expect(Cause.allCases.count >= 20)
    #expect(Set(Cause.allCases.map(\.summary)).count == Cause.allCases.count)
    #expect(Set(Cause.allCases.map(\.instead)).count == Cause.allCases.count)
    for cause in Cause.allCases {
      #expect(cause.rawValue.wholeMatch(of: #/[a-z]+(-[a-z]+)*/#) != nil)
      #expect(cause.summary.hasSuffix(".") && cause.instead.hasSuffix("."))
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
  ]) func `a cycle that no rule knows has no cause`(lines: [String]) throws {
    #expect(try finding(lines).cause == nil)
  }

  @Test(arguments: [
    ("entries[*].owner", Cause.elementHoldsContainer),
    ("entries[*].owner[*]", Cause.elementHoldsContainer), ("list[*]", nil),
    ("state.owner", nil), ("state.delegate", nil), ("state.previous", nil),
  ])
  func `an object alone is neither a child nor a delegate of its own`(
    label: String, cause: Cause?
  ) throws {
    var found = try finding(["App.A -\(label)-> App.A"], rule: .selfCycle)
    found.graph.references[0].declaration = .init(type: "A", canBeWeak: false)
    found.recognizeCause()
    #expect(found.cause == cause)
  }

  @Test func `a part of a subscription that retains itself is no pair of objects`() throws {
    #expect(try finding(["Streams.Subscription -next-> Streams.Subscription"]).cause == nil)
  }

  @Test func `memory without a type is no property that an object stores`() throws {
    var finding = try finding(["App.A -me-> App.A"])
    #expect(finding.cause == .objectHoldsItself)
    finding.graph.references[0].evidence = .scanned
    finding.recognizeCause()
    #expect(finding.cause == nil)
  }

  @Test func `closures that call each other capture the variables that store them`() throws {
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

  @Test func `objects behind a cycle do not determine its cause`() throws {
    let cycle = ["App.A -b-> App.B", "App.B -a-> App.A"]
    #expect(try finding(cycle + ["App.B -timer-> Foundation.Timer"]).cause == nil)
    #expect(try finding(cycle + ["App.B -subject-> Streams.PublishSubject"]).cause == nil)
    #expect(try finding(cycle + ["App.B ~delegate~> App.A"]).cause == nil)
    #expect(try finding(cycle + ["App.B -onTap-> closure #1 in App.B.f()"]).cause == nil)
  }
}
