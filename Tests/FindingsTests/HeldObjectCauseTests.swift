import Findings
import OwnershipGraph
import Testing

/// Tests of the causes of objects that the runtime, a task or a bag retains.
@Suite struct HeldObjectCauseTests {
  @Test(arguments: [
    ("an armed timer", Cause.timer), ("a suspended task", .taskKeepsObject),
    ("the notification center", .notificationObserver), ("a dispatch source", .dispatchSource),
    ("a delayed block", .delayedBlock), ("a dispatch I/O channel", .dispatchChannel),
    ("a block in the main queue", .mainQueueBlock),
  ])
  func theRuntimeRootDeterminesTheCause(root: String, cause: Cause) throws {
    let held = try finding(["App.A -name-> App.B"], rule: .heldByRuntime, roots: [root])
    #expect(held.cause == cause)
    #expect(
      try finding(["App.A -name-> App.B"], rule: .heldByRuntime, roots: ["a global"]).cause == nil)
  }

  @Test(arguments: [
    ("FileHandle.readabilityHandler.setter", Cause.fileHandleHandler),
    ("FileHandle.writeabilityHandler.setter", .fileHandleHandler),
    ("Tail.start()", .dispatchSource),
  ])
  func aFileHandlesDispatchSourceHasItsOwnCause(function: String, cause: Cause) throws {
    let held = try finding(
      ["closure #1 in \(function) -capture #1-> App.A"], rule: .heldByRuntime,
      roots: ["a dispatch source"])
    #expect(held.cause == cause)
  }

  @Test(arguments: [
    ("capture self", Cause.taskOnSelf), ("capture #2: A", .taskKeepsObject),
  ])
  func weakSelfIsAdvisedOnlyIfATaskCapturesSelf(label: String, cause: Cause) throws {
    let held = try finding(
      ["closure #1 in App.A.f() -\(label)-> App.A"], rule: .heldByRuntime,
      roots: ["a task that has not ended"])
    #expect(held.cause == cause)
  }

  @Test(arguments: [
    ("closure #1 in A.f()", Cause.strongReferenceAcrossAwait), ("A.f()", .methodKeepsObject),
    ("closure #1 in f()", .taskKeepsObject), ("closure #1 in static A.f()", .taskKeepsObject),
  ])
  func theFunctionOfATaskWithoutACaptureDeterminesTheCause(function: String, cause: Cause) throws {
    var held = try finding(
      ["App.A -name-> App.B"], rule: .heldByRuntime, roots: ["a task that has not ended"])
    held.tasks = [SuspendedCode(function: function, method: function == "A.f()" ? "A.f()" : nil)]
    held.recognizeCause()
    #expect(held.cause == cause)
    // The source shows that the closure captures nothing weakly, so the object is a local variable.
    held.tasks[0].capturesWeakly = false
    held.recognizeCause()
    #expect(held.cause == (cause == .methodKeepsObject ? cause : .taskKeepsObject))
  }

  @Test(arguments: [
    (String?.some("A.run()"), Cause.methodKeepsObject), ("A.value.getter", .methodKeepsObject),
    ("B.run()", .taskOnSelf), ("static A.run()", .taskOnSelf), (nil, .asyncSequenceOnSelf),
  ])
  func aSuspendedMethodRetainsItsObjectRegardlessOfCaptures(method: String?, cause: Cause) throws {
    var held = try finding(
      ["closure #1 in App.A.f() -capture self-> App.A"], rule: .heldByRuntime,
      roots: ["a task that has not ended"])
    held.tasks = [SuspendedCode(function: "closure #1 in A.f()", method: method)]
    held.waits = [.asyncSequence]
    held.recognizeCause()
    #expect(held.cause == cause)
  }

  @Test(arguments: [
    (TaskWait.executor, Cause.jobNeverRuns), (.ownValue, .tasksAwaitEachOther),
    (.asyncSequence, .lostContinuation),
  ])
  func theWaitStateOfATaskDeterminesTheCause(wait: TaskWait, cause: Cause) throws {
    var cycle = try finding(["App.A -task-> Task", "Task -frame-> App.A"])
    #expect(cycle.cause == .lostContinuation)
    cycle.graph.nodes[1].wait = wait
    cycle.recognizeCause()
    #expect(cycle.cause == cause && cycle.waitsForProgram)
    var held = try finding(["App.A -b-> App.B"], rule: .heldByRuntime, roots: ["a task"])
    held.waits = [wait]
    held.recognizeCause()
    #expect(held.cause == (wait == .asyncSequence ? .taskKeepsObject : cause))
  }

  @Test func anEnqueuedTaskDoesNotWaitForAContinuation() throws {
    var found = try finding(["App.A -untyped memory-> Task", "Task -frame-> App.A"])
    #expect(found.cause == .awaitedContinuation)
    found.graph.nodes[1].wait = .executor
    found.recognizeCause()
    #expect(found.cause == .jobNeverRuns && found.waitsForProgram)
  }

  @Test func aTaskResumedByADispatchGroupAwaitsTheGroup() throws {
    var lines = [
      "Task -frame-> Dispatch.DispatchGroup",
      "Dispatch.DispatchGroup -untyped memory-> closure #1 in App.f()",
      "Swift.CheckedContinuationCanary -untyped memory-> Task",
      "closure #1 in App.f() -capture c-> Swift.CheckedContinuationCanary",
    ]
    let found = try finding(lines)
    #expect(found.cause == .taskAwaitsGroup && found.waitsForProgram)
    lines[1] = lines[1].replacing("Dispatch.DispatchGroup", with: "App.Group")
    lines[0] = lines[0].replacing("Dispatch.DispatchGroup", with: "App.Group")
    #expect(try finding(lines).cause == .awaitedContinuation)
  }

  @Test func aTaskWithAWeakCaptureHoldsAStrongReferenceAcrossAwait() throws {
    let held = try finding(
      ["closure #1 in f() ~capture #1: A~> App.A", "App.A -name-> App.B"], rule: .heldByRuntime,
      roots: ["a task that has not ended"])
    #expect(held.cause == .strongReferenceAcrossAwait)
  }

  @Test(arguments: [ObjectGraph.Kind.block, .classInstance])
  func onlyAnOverRetainedBlockIsReportedAsNeverRun(kind: ObjectGraph.Kind) throws {
    var found = try finding(
      [
        "App.B -closure-> closure #1 in App.A.f()", "closure #1 in App.A.f() -capture self-> App.A",
      ],
      rule: .overRetained)
    found.graph.nodes[0].kind = kind
    found.graph.nodes[0].role = .held
    found.recognizeCause()
    #expect(found.cause == (kind == .block ? .blockThatNeverRuns : nil))
    // The block could resume the task.
    found.graph.nodes[2].kind = .task
    found.recognizeCause()
    #expect(found.cause == (kind == .block ? .blockThatNeverRuns : .lostContinuation))
  }

  @Test func aTaskThatWaitsForNothingHasLostItsContinuation() throws {
    var found = try finding(
      ["Task -frame-> closure #1 in App.f()", "closure #1 in App.f() -capture #1: A-> App.A"],
      rule: .overRetained)
    found.graph.nodes[0].role = .behind
    found.recognizeCause()
    #expect(found.cause == .lostContinuation)
    // A task that has ended retains only its result.
    found.graph.references[0].label = "result"
    found.recognizeCause()
    #expect(found.cause == nil)
  }

  /// The task at the start of a chain waits for the next one, and the last one waits to be resumed.
  @Test func aTaskChainHasLostItsContinuationUnlessAnObjectRetainsIt() throws {
    let tasks = ["Task -frame-> Child", "Child -frame-> Task", "Child -frame-> App.A"]
    func cause(_ lines: [String]) throws -> Cause? {
      var found = try finding(lines)
      for index in found.graph.nodes.indices where found.graph.nodes[index].type == "Child" {
        found.graph.nodes[index].kind = .task
      }
      found.recognizeCause()
      return found.cause
    }
    #expect(try cause(tasks) == .lostContinuation)
    #expect(try cause(tasks + ["App.A -task-> Task"]) == .lostContinuation)
    #expect(try cause(tasks + ["App.A -untyped memory-> Task"]) == .awaitedContinuation)
    let library = [
      "App.A -channel-> Foundation.Channel", "Foundation.Channel -untyped memory-> Task",
    ]
    #expect(try cause(tasks + library) == .taskOnSelf)
  }

  @Test(arguments: [true, false])
  func anOverRetainedTimerHasACauseIfItsBlockCapturesAnObject(captures: Bool) throws {
    let found = try finding(
      ["Foundation.Timer -_fire-> closure #1 in App.A.f()"]
        + (captures ? ["closure #1 in App.A.f() -capture self-> App.A"] : []),
      rule: .overRetained)
    #expect(found.cause == (captures ? .timer : nil))
  }

  @Test func onlyABagThatKeepsEndedSubscriptionsHasACause() throws {
    let disposables = ["Streams.BinaryDisposable -first-> Streams.BooleanDisposable"]
    #expect(
      try finding(disposables, rule: .heldAfterEnding, roots: ["bag"]).cause == .bagKeepsFinished)
    #expect(try finding(disposables, rule: .heldAfterEnding, roots: ["cache"]).cause == nil)
    #expect(try finding(["App.A -b-> App.B"], rule: .heldAfterEnding, roots: ["bag"]).cause == nil)
  }

  @Test(arguments: [("frame", Cause.lostContinuation), ("result", nil), ("result.value", nil)])
  func aFinishedTaskHasNoLostContinuation(label: String, cause: Cause?) throws {
    let found = try finding(
      ["App.A -task-> Task", "Task -\(label)-> App.B", "App.B -a-> App.A"])
    #expect(found.cause == cause)
  }
}
