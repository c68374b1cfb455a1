import OwnershipGraph
import Testing

@testable import HeapDrawing
@testable import HeapWalking

/// Tests of which objects timers, sources and tasks keep alive.
///
/// In the descriptions of heaps, `→` is a reference. An arrow `⇢` points from a trigger to the
/// work that it starts, or from a task to its frames.
@Suite struct KeeperReachabilityTests {
  private func unreached(
    _ heap: DrawnHeap, from roots: [String], opening keeper: RuntimeKeeper? = nil
  ) -> [String] {
    heap.names(where: heap.reached(from: roots, opening: keeper).isUnreached)
  }

  /// global → timer → A
  private static let timer: DrawnHeap = [
    .object("timer", retains: 1, owns: ["A"], role: .keeper(.timer)), .object("A", retains: 1),
  ]

  @Test func aKeeperKeepsNothingAliveBeforeItIsOpened() {
    #expect(unreached(Self.timer, from: ["timer"]) == ["A"])
    #expect(unreached(Self.timer, from: ["timer"], opening: .timer) == [])
  }

  @Test func anUnreachableTimerKeepsNothingAlive() {
    #expect(unreached(Self.timer, from: [], opening: .task) == ["timer", "A"])
  }

  /// global → timer → A, and global → list → entry if a run loop contains the timer
  @Test func aTimerInNoRunLoopIsAnOrdinaryObject() {
    let heap: DrawnHeap = [
      .object(
        "timer", retains: 1, owns: ["A", "entry"], registration: "entry", role: .keeper(.timer)),
      .object("A", retains: 1), .object("entry", retains: 2), .memory("list", ["entry"]),
    ]
    #expect(unreached(heap, from: ["timer", "list"]) == ["A"])
    #expect(unreached(heap, from: ["timer", "list"], opening: .timer) == [])
    #expect(unreached(heap, from: ["timer"]) == [])
    #expect(unreached(heap, from: [], opening: .task) == ["timer", "A", "entry"])
  }

  /// global → timer → A, B → A, where a word of a stack refers to A or to B
  @Test func anObjectThatAStackOwnsIsNotRetainedOnlyByAKeeper() {
    let heap: DrawnHeap = [
      .object("timer", retains: 1, owns: ["A"], role: .keeper(.timer)),
      .object("A", retains: 3), .object("B", retains: 1, owns: ["A"]),
    ]
    #expect(heap.retainedByStacks(["A"], from: ["timer"]) == ["A"])
    #expect(heap.retainedByStacks(["B"], from: ["timer"]) == ["A", "B"])
    #expect(heap.retainedByStacks([], from: ["timer"]) == [])
  }

  /// global → timer → A → B, and global → timer → M → C, where stacks contain stale words
  @Test func aStaleWordOfAStackOwnsNoMemoryOfAKeeper() {
    let heap: DrawnHeap = [
      .object("timer", retains: 1, owns: ["A"], mayOwn: ["M"], role: .keeper(.timer)),
      .object("A", retains: 1, owns: ["B"]), .object("B", retains: 1),
      .memory("M", ["C"]), .object("C", retains: 1),
    ]
    #expect(heap.retainedByStacks(["A", "B", "M", "C"], from: ["timer"]) == [])
    // With a further retain of C, a word of the stack may be the owner.
    let shared: DrawnHeap = [
      .object("timer", retains: 1, mayOwn: ["M"], role: .keeper(.timer)), .memory("M", ["C"]),
      .object("C", retains: 2),
    ]
    #expect(shared.retainedByStacks(["M"], from: ["timer"]) == [])
    #expect(shared.retainedByStacks(["C"], from: ["timer"]) == ["C"])
  }

  @Test func keepersAreOpenedUpToTheGivenKind() {
    let heap: DrawnHeap = [
      .memory("source", ["A"], role: .keeper(.dispatchSource)), .object("A", retains: 1),
    ]
    #expect(unreached(heap, from: ["source"], opening: .notificationCenter) == ["A"])
    #expect(unreached(heap, from: ["source"], opening: .dispatchSource) == [])
  }

  /// global → handle ⇢ source → A
  @Test func aSourceWithAReachableHandleIsOrdinaryMemory() {
    let heap: DrawnHeap = [
      .object("handle", retains: 1, starts: ["source"]),
      .memory("source", ["A"], role: .keeper(.dispatchSource)), .object("A", retains: 1),
    ]
    #expect(unreached(heap, from: ["handle"]) == [])
    #expect(unreached(heap, from: ["source", "handle"]) == [])
    #expect(unreached(heap, from: ["source"]) == ["handle", "A"])
  }

  /// global → job ⇢ task ⇢ frames → A → actor
  @Test func aTaskThatAJobRunsIsOpenedWithOtherTasks() {
    let heap = DrawnHeap([
      .memory("job", ["actor"], starts: ["task"]),
      .object("task", retains: 1, frames: ["frames"], role: .keeper(.task)),
      .memory("frames", ["A"]), .object("A", retains: 1, owns: ["actor"]),
      .object("actor", retains: 1),
    ])
    #expect(unreached(heap, from: ["job"]) == ["A", "actor"])
    #expect(unreached(heap, from: ["job"], opening: .task) == [])
  }

  /// global → set ⇢ operation ⇄ queue → A
  @Test func aCycleInWorkThatATriggerStartsIsInUse() {
    let heap: DrawnHeap = [
      .object("set", retains: 1, starts: ["operation"]),
      .object("operation", retains: 1, owns: ["queue"]),
      .object("queue", retains: 1, owns: ["operation", "A"]), .object("A", retains: 1),
      .object("B", retains: 1, owns: ["B"]),
    ]
    let memory = heap.reached(from: ["set"])
    #expect(heap.names(where: memory.inUse.contains) == ["operation", "queue", "A"])
    #expect(heap.reached(from: []).inUse == [])
  }

  /// global → set ⇢ operation ⇄ queue → A, register → queue, register → B ⇄ B → C
  @Test func onlyCyclesThatAThreadUsesAreInDoubt() {
    let heap: DrawnHeap = [
      .object("set", retains: 1, starts: ["operation"]),
      .object("operation", retains: 1, owns: ["queue"]),
      .object("queue", retains: 1, owns: ["operation", "A"]), .object("A", retains: 1),
      .object("B", retains: 1, owns: ["B", "C"]), .object("C", retains: 1),
    ]
    var memory = heap.reached(from: ["set"])
    #expect(memory.inUseByThreads == [])
    for name in ["queue", "B"] { memory.markInUse(heap.address(of: name)) }
    memory.spread()
    #expect(heap.names(where: memory.inUseByThreads.contains) == ["B", "C"])
    #expect(
      heap.names(where: memory.inUse.contains) == ["operation", "queue", "A", "B", "C"])
  }

  /// global → child task in frames ⇢ task ⇢ frames → A
  @Test func aChildTaskInTheFramesKeepsItsParentTaskAlive() {
    let heap = DrawnHeap([
      .object("task", retains: 1, frames: ["frames"], role: .keeper(.task)),
      .memory("frames", ["A"]), .object("A", retains: 1),
    ])
    #expect(unreached(heap, from: ["frames"]) == ["A"])
    #expect(unreached(heap, from: ["frames"], opening: .task) == [])
    #expect(unreached(heap, from: [], opening: .task) == ["task", "A"])
  }

  /// global → timer → task ⇢ frames → A
  @Test func aKeeperThatAnotherKeeperReachesIsOpened() {
    let heap: DrawnHeap = [
      .object("timer", retains: 1, owns: ["task"], role: .keeper(.timer)),
      .object("task", retains: 1, frames: ["frames"], role: .keeper(.task)),
      .memory("frames", ["A"]), .object("A", retains: 1),
    ]
    #expect(unreached(heap, from: ["timer"], opening: .timer) == ["A"])
    #expect(unreached(heap, from: ["timer"], opening: .task) == [])
  }

  @Test func theFramesOfASuspendedTaskAreOpenedWithTheTask() {
    let heap: DrawnHeap = [
      .object("task", retains: 1, frames: ["frames"], role: .keeper(.task)),
      .memory("frames", ["A"]), .object("A", retains: 1),
    ]
    #expect(unreached(heap, from: ["task", "frames"]) == ["A"])
    #expect(unreached(heap, from: ["task"], opening: .task) == [])
  }

  /// The task `top` waits for `child`, which waits for `grandchild`. The tasks `other` and `others`
  /// wait for each other, and no task that is a root waits for them.
  @Test(arguments: ["main", "running"])
  func aTaskAwaitedByMainOrARunningTaskIsARoot(top: String) {
    let heap: DrawnHeap = [
      .object("grandchild", retains: 1, frames: ["f"], waiters: ["child"], role: .keeper(.task)),
      .memory("f", ["A"]), .object("A", retains: 1),
      .object("child", retains: 1, waiters: ["others", top], role: .keeper(.task)),
      .object("main", retains: 1, role: .keeper(.task)),
      .object("running", retains: 1, role: .runningTask),
      .object("other", retains: 1, waiters: ["others"], role: .keeper(.task)),
      .object("others", retains: 1, frames: ["g"], waiters: ["other"], role: .keeper(.task)),
      .memory("g", ["B"]), .object("B", retains: 1),
    ]
    #expect(unreached(heap, from: []) == ["other", "others", "B"])
    #expect(unreached(heap, from: ["other", "others"], opening: .task) == [])
  }

  /// The program waits for two children of a group. A global keeps the continuation of the first.
  @Test func anAwaitedChildIsInUseIfItsContinuationIsReachable() {
    let heap: DrawnHeap = [
      .object("main", retains: 1, role: .keeper(.task)),
      .object(
        "first", retains: 1, frames: ["f"], waiters: ["main"], needsContinuation: true,
        role: .keeper(.task)),
      .memory("f", ["A"]), .object("A", retains: 1),
      .object(
        "second", retains: 1, frames: ["g"], waiters: ["main"], needsContinuation: true,
        role: .keeper(.task)),
      .memory("g", ["B"]), .object("B", retains: 1),
      .memory("continuation", ["first"]),
    ]
    #expect(unreached(heap, from: ["continuation"]) == ["second", "B"])
    #expect(unreached(heap, from: ["continuation"], opening: .task) == ["second", "B"])
    #expect(unreached(heap, from: []) == ["first", "A", "second", "B"])
  }

  /// A sleeping task keeps the continuation of a child for which the program waits.
  @Test func anAwaitedChildIsInUseIfAReachableTaskCanResumeIt() {
    let heap: DrawnHeap = [
      .object("main", retains: 1, role: .keeper(.task)),
      .object(
        "child", retains: 1, frames: ["f"], waiters: ["main"], needsContinuation: true,
        role: .keeper(.task)),
      .memory("f", ["A"]), .object("A", retains: 1),
      .object("sleeping", retains: 1, frames: ["g"], role: .keeper(.task)),
      .memory("g", ["child", "B"]), .object("B", retains: 1),
    ]
    #expect(unreached(heap, from: ["sleeping"]) == ["B"])
  }

  /// A timer of libdispatch is armed, and its context is in the frames of a task.
  @Test func anArmedSourceReachesTheTaskThatContainsItsContext() {
    let heap: DrawnHeap = [
      .memory("part", [], source: "source", role: .keeper(.dispatchSource)),
      .memory("source", ["frames"], role: .keeper(.dispatchSource)),
      .object("task", retains: 1, frames: ["frames"], role: .keeper(.task)),
      .memory("frames", ["A"]), .object("A", retains: 1),
    ]
    #expect(unreached(heap, from: ["part"], opening: .task) == [])
    #expect(unreached(heap, from: ["part"]) == ["task", "A"])
    #expect(unreached(heap, from: [], opening: .task) == ["task", "A"])
  }

  /// The object W and a task keep each other alive. A timer's handler, or a plain object, has a
  /// weak or an unowned reference to W. W keeps the task's continuation, or only the task itself.
  @Test(arguments: [true, false])
  func anObjectThatAHandlerCanLoadMayResumeItsTask(isWeak: Bool) {
    func heap(keepsContinuation: Bool) -> DrawnHeap {
      [
        .object("timer", retains: 1, owns: ["handler"], role: .keeper(.timer)),
        .object(
          "handler", retains: 2, mentions: isWeak ? ["table"] : [], unowned: isWeak ? [] : ["W"]),
        .memory("table", []),
        .object(
          "W", retains: 1, owns: keepsContinuation ? [] : ["task"],
          mayOwn: keepsContinuation ? ["task"] : [], sideTable: "table"),
        .object("task", retains: 1, frames: ["frames"], role: .keeper(.task)),
        .memory("frames", ["W"]),
      ]
    }
    func unreached(_ heap: DrawnHeap, from roots: [String]) -> [String] {
      let memory = heap.reached(from: roots, closed: ["table"], opening: .task)
      return heap.names(where: memory.isUnreached)
    }
    #expect(unreached(heap(keepsContinuation: true), from: ["timer"]) == [])
    // A global variable refers to the object that the handler uses.
    #expect(unreached(heap(keepsContinuation: true), from: ["handler", "timer"]) == [])
    #expect(unreached(heap(keepsContinuation: true), from: ["handler"]) == ["timer", "W", "task"])
    #expect(
      unreached(heap(keepsContinuation: true), from: []) == ["timer", "handler", "W", "task"])
    #expect(unreached(heap(keepsContinuation: false), from: ["timer"]) == ["W", "task"])
  }

  /// The object W and a task keep each other alive. A closure that the program keeps refers weakly
  /// to W. It can resume a continuation, but not end a loop over a stream.
  @Test func anObjectThatAClosureCanLoadMayResumeItsTask() {
    func unreached(from root: String, continuation: String = "W") -> [String] {
      let heap: DrawnHeap = [
        .object("closure", retains: 1, mentions: ["table"]),
        .object("plain", retains: 1, mentions: ["table"]),
        .memory("table", []),
        .object(
          "W", retains: 1, owns: ["stream"], mayOwn: continuation == "W" ? ["task"] : [],
          sideTable: "table"),
        .object("stream", retains: 1, mayOwn: continuation == "stream" ? ["task"] : []),
        .object("task", retains: 1, frames: ["frames"], role: .keeper(.task)),
        .memory("frames", ["W"]),
      ]
      let memory = heap.reached(from: [root], closed: ["table"], opening: .task)
      return heap.names(where: memory.isUnreached)
    }
    #expect(unreached(from: "closure") == ["plain"])
    #expect(unreached(from: "plain") == ["closure", "W", "stream", "task"])
    #expect(unreached(from: "closure", continuation: "stream") == ["plain", "W", "stream", "task"])
  }

  /// The object W and a task keep each other alive. A closure that the program keeps captures an
  /// object that refers weakly to W. If it captures nothing else, the object is its context.
  @Test(arguments: [("closure", "B", true), ("list", "context", true), ("list", "B", false)])
  func anObjectThatACapturedObjectCanLoadMayResumeItsTask(
    owner: String, captured: String, isHeld: Bool
  ) {
    let heap: DrawnHeap = [
      .object(owner, retains: 1, owns: [captured]),
      .object(captured, retains: 1, mentions: ["table"]), .memory("table", []),
      .object("W", retains: 1, mayOwn: ["task"], sideTable: "table"),
      .object("task", retains: 1, frames: ["frames"], role: .keeper(.task)),
      .memory("frames", ["W"]),
    ]
    let memory = heap.reached(from: [owner], closed: ["table"], opening: .task)
    #expect(heap.names(where: memory.isUnreached) == (isHeld ? [] : ["W", "task"]))
  }

  @Test func aRunningTaskIsARoot() {
    let heap: DrawnHeap = [
      .object("task", retains: 1, frames: ["frames"], role: .runningTask),
      .memory("frames", ["A"]), .object("A", retains: 1),
    ]
    #expect(unreached(heap, from: []) == [])
  }
}
