import Foundation
import LeakTesting
import Synchronization
import Testing

/// Tests with known leaks. The bodies of most tests prove that the leak exists. A test fails if
/// `detectLeaks` does not report a failure that contains all words of `.leaks(naming:)`.
@Suite struct LeakingTests {
  @Test(.leaks(naming: "Model.bind()", "onTap", "[weak self]", "Specimens.swift:7"), .detectLeaks)
  func aClosureThatCapturesItsOwnerIsReported() {
    let remainder = { () -> Remainder in
      let model = Model()
      model.bind()
      return Remainder(of: model)
    }()
    #expect(remainder.isThere)
  }

  @Test(.leaks(naming: "retain-cycle", "Node", "next"), .detectLeaks)
  func aRetainCycleIsReported() { #expect(Node.cycle().isThere) }

  @Test(.leaks(naming: "Node"), .detectLeaks, arguments: [3, 30, 3_000])
  func aCycleOfManyObjectsIsReported(count: Int) { #expect(Node.cycle(of: count).isThere) }

  @Test(.leaks(naming: "Account"), .detectLeaks)
  func aLeakedActorIsReported() async { #expect(await Account.observed()) }

  @Test(.leaks(naming: "Node"), .detectLeaks)
  func aLeakInATaskIsReported() async { #expect(await Task { Node.cycle().isThere }.value) }

  @Test(.leaks(naming: "Node"), .detectLeaks)
  func aLeakInADetachedTaskIsReported() async {
    #expect(await Task.detached { Node.cycle().isThere }.value)
  }

  @Test(.leaks(naming: "Node"), .detectLeaks)
  func leaksInATaskGroupAreReported() async {
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<4 { group.addTask { Node.cycle().isThere } }
      for await isThere in group { #expect(isThere) }
    }
  }

  @Test(.leaks(naming: "Node"), .detectLeaks)
  func aLeakAfterASuspensionIsReported() async throws {
    try await Task.sleep(for: .milliseconds(20))
    #expect(Node.cycle().isThere)
  }

  @Test(.leaks(naming: "Node"), .detectLeaks)
  func aLeakOnTheMainActorIsReported() async {
    #expect(await MainActor.run { Node.cycle().isThere })
  }

  @Test(.leaks(naming: "Node"), .detectLeaks)
  func aLeakOnAQueueIsReported() async {
    let isThere = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(returning: Node.cycle().isThere)
      }
    }
    #expect(isThere)
  }

  /// For a closure that is passed with a quality of service or with flags, the overlay of
  /// libdispatch creates a work item.
  @Test(.leaks(naming: "Node"), .detectLeaks, arguments: QueuedWork.allCases)
  func aLeakInQueuedWorkIsReported(_ work: QueuedWork) async {
    let isThere = await withCheckedContinuation { continuation in
      work.start { continuation.resume(returning: Node.cycle().isThere) }
    }
    #expect(isThere)
  }

  @Test(.leaks(naming: "DispatchWorkItem", "work-item-uses-itself"), .detectLeaks)
  func aWorkItemThatUsesItselfIsReported() {
    var item: DispatchWorkItem?
    item = DispatchWorkItem { if item?.isCancelled == true { print("cancelled") } }
    item?.perform()
  }

  @Test(.leaks(naming: "Node", "seen 64 times"), .detectLeaks)
  func leaksInConcurrentIterationsAreReported() {
    DispatchQueue.concurrentPerform(iterations: 64) { _ in
      #expect(Node.cycle().isThere)
      // Other threads must run some of the iterations.
      usleep(1_000)
    }
  }

  @Test(.leaks(naming: "Node"), .detectLeaks)
  func aLeakOnAThreadIsReported() async {
    let isThere = await withCheckedContinuation { continuation in
      Thread {
        continuation.resume(returning: Node.cycle().isThere)
      }.start()
    }
    #expect(isThere)
  }

  @Test(.leaks(naming: "Node", "seen 40 times"), .detectLeaks)
  func equalLeaksAreCounted() {
    for _ in 0..<40 { #expect(Node.cycle(of: 3).isThere) }
  }

  @Test(.leaks(naming: "Cache"), .detectLeaks(allowing: Cache<String>.self))
  func aLeakWithOtherGenericArgumentsIsReported() {
    let cache = Cache<Int>()
    cache.owner = cache
  }

  @Test(.leaks(naming: "Node"), .detectLeaks(allowing: Model.self))
  func aLeakIsReportedBesideAnAllowedOne() {
    Model().bind()
    #expect(Node.cycle().isThere)
  }
}

/// A suite whose trait applies to all of its tests.
@Suite(.leaks(naming: "Node"), .detectLeaks) struct LeakingSuite {
  @Test func aLeakIsReported() { #expect(Node.cycle().isThere) }
  @Test func aLeakInAnAsyncTestIsReported() async { #expect(Node.cycle().isThere) }
}

/// Tests without leaks. They run at the same time as the tests that leak.
@Suite(.detectLeaks) struct CleanTests {
  private static let shared = Mutex<[Node]>([])
  private let own = Node("own")

  @Test(arguments: 0..<20)
  func leaksOfOtherTestsAreNotReported(round: Int) async throws {
    var nodes: [Node] = []
    for _ in 0..<200 { nodes.append(Node()) }
    nodes[0].others = Array(nodes[1...])
    try await Task.sleep(for: .milliseconds(round))
    await Task.detached { [nodes] in #expect(nodes.count == 200) }.value
  }

  @Test func aCycleBrokenAtTheEndIsNotReported() async {
    let remainder: Remainder
    do {
      let node = Node()
      node.next = node
      remainder = Remainder(of: node)
      await Task.yield()
      #expect(remainder.isThere)
      node.next = nil
    }
    #expect(!remainder.isThere)
  }

  @Test func objectsOfAGlobalVariableAreNotReported() {
    let pair = [Node("kept"), Node("kept")]
    pair[0].next = pair[1]
    pair[1].next = pair[0]
    Self.shared.withLock { $0 += pair }
    #expect(pair[0].next?.next === pair[0])
  }

  @Test func objectsOfTheSuiteAreNotReported() {
    own.next = Node()
    own.next?.next = own
    let remainder = own.next.map { Remainder(of: $0) }
    #expect(remainder?.isThere == true)
    own.next = nil
    #expect(remainder?.isThere == false)
  }

  @Test func objectsOfARunningTaskAreNotReported() {
    let node = Node()
    node.next = node
    Task {
      try? await Task.sleep(for: .seconds(60))
      node.next = nil
    }
    #expect(node.next === node)
  }

  @Test func anEmptyTestPasses() {}

  private class Base { var me: Base? }
  private final class Derived: Base {}

  @Test(.detectLeaks(allowing: Base.self)) func aPrivateTypeCanBeAllowed() {
    let base = Base()
    base.me = base
  }

  @Test(.detectLeaks(allowing: Base.self)) func allowingABaseClassAllowsItsSubclass() {
    let derived = Derived()
    derived.me = derived
  }

  @Test(.detectLeaks(allowing: ["Node"])) func aTypeCanBeAllowedByName() {
    expectNoLeaks(allowing: Node.self) { Node.cycle() }
  }

  @Test func aGenericTypeCanBeAllowed() {
    expectNoLeaks(allowing: Cache<Int>.self) {
      let cache = Cache<Int>()
      cache.owner = cache
    }
  }
}

/// Tests of the function that checks for leaks inside the body of a test.
@Suite struct ExpectNoLeaksTests {
  @Test func aLeakIsRecordedAsAnIssue() {
    withKnownIssue {
      _ = expectNoLeaks { Node.cycle() }
    } matching: {
      $0.comments.contains { $0.rawValue.contains("retain-cycle") }
    }
  }

  @Test func aLeakInAnAsyncBodyIsRecordedAsAnIssue() async {
    await withKnownIssue {
      await expectNoLeaks {
        await Task.yield()
        Model().bind()
      }
    }
  }

  @Test func returnsTheValueAndRethrowsTheErrorOfItsBody() throws {
    struct Failure: Error {}
    #expect(throws: Failure.self) { try expectNoLeaks { throw Failure() } }
    let node = expectNoLeaks {
      let node = Node()
      node.next = node
      return node
    }
    node.next = nil
  }

  @Test func aLeakIsReportedIfTheBodyThrows() {
    struct Failure: Error {}
    withKnownIssue {
      #expect(throws: Failure.self) {
        try expectNoLeaks {
          Node.cycle()
          throw Failure()
        }
      }
    }
  }
}
