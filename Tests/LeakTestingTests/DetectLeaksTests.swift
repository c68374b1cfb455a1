import Foundation
import LeakTesting
import Synchronization
import Testing

/// Tests with known leaks. The body of each test proves that the leak exists. The test fails if
/// `detectLeaks` does not report a failure that contains all of the words.
@Suite struct LeakingTests {
  @Test(.leaks(naming: "Model.bind()", "onTap", "[weak self]", "Specimens.swift:7"), .detectLeaks)
  func aClosureCapturesItsOwner() {
    let remainder = { () -> Remainder in
      let model = Model()
      model.bind()
      return Remainder(of: model)
    }()
    #expect(remainder.isThere)
  }

  @Test(.leaks(naming: "retain-cycle", "Node", "next"), .detectLeaks)
  func aRing() { #expect(Node.ring().isThere) }

  @Test(.leaks(naming: "Node"), .detectLeaks, arguments: [3, 30, 3_000])
  func aRingOfManyObjects(count: Int) { #expect(Node.ring(of: count).isThere) }

  @Test(.leaks(naming: "Account"), .detectLeaks)
  func anActor() async { #expect(await Account.observed()) }

  @Test(.leaks(naming: "Node"), .detectLeaks)
  func inATask() async { #expect(await Task { Node.ring().isThere }.value) }

  @Test(.leaks(naming: "Node"), .detectLeaks)
  func inADetachedTask() async {
    #expect(await Task.detached { Node.ring().isThere }.value)
  }

  @Test(.leaks(naming: "Node"), .detectLeaks)
  func inATaskGroup() async {
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<4 { group.addTask { Node.ring().isThere } }
      for await isThere in group { #expect(isThere) }
    }
  }

  @Test(.leaks(naming: "Node"), .detectLeaks)
  func afterASuspension() async throws {
    try await Task.sleep(for: .milliseconds(20))
    #expect(Node.ring().isThere)
  }

  @Test(.leaks(naming: "Node"), .detectLeaks)
  func onTheMainActor() async { #expect(await MainActor.run { Node.ring().isThere }) }

  @Test(.leaks(naming: "Node"), .detectLeaks)
  func onAQueue() async {
    let isThere = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(returning: Node.ring().isThere)
      }
    }
    #expect(isThere)
  }

  /// For a closure that is passed with a quality of service or with flags, the overlay of
  /// libdispatch creates a work item.
  @Test(.leaks(naming: "Node"), .detectLeaks, arguments: QueuedWork.allCases)
  func asQueuedWork(_ work: QueuedWork) async {
    let isThere = await withCheckedContinuation { continuation in
      work.start { continuation.resume(returning: Node.ring().isThere) }
    }
    #expect(isThere)
  }

  @Test(.leaks(naming: "DispatchWorkItem", "work-item-uses-itself"), .detectLeaks)
  func aWorkItemThatUsesItself() {
    var item: DispatchWorkItem?
    item = DispatchWorkItem { if item?.isCancelled == true { print("cancelled") } }
    item?.perform()
  }

  @Test(.leaks(naming: "Node", "seen 64 times"), .detectLeaks)
  func inConcurrentIterations() {
    DispatchQueue.concurrentPerform(iterations: 64) { _ in
      #expect(Node.ring().isThere)
      // Other threads must run some of the iterations.
      usleep(1_000)
    }
  }

  @Test(.leaks(naming: "Node"), .detectLeaks)
  func onAThread() async {
    let isThere = await withCheckedContinuation { continuation in
      Thread {
        continuation.resume(returning: Node.ring().isThere)
      }.start()
    }
    #expect(isThere)
  }

  @Test(.leaks(naming: "Node", "seen 40 times"), .detectLeaks)
  func manyAlike() {
    for _ in 0..<40 { #expect(Node.ring(of: 3).isThere) }
  }

  @Test(.leaks(naming: "Cache"), .detectLeaks(allowing: Cache<String>.self))
  func besideTheSameTypeWithOtherArguments() {
    let cache = Cache<Int>()
    cache.owner = cache
  }

  @Test(.leaks(naming: "Node"), .detectLeaks(allowing: Model.self))
  func aLeakIsReportedBesideAnAllowedOne() {
    Model().bind()
    #expect(Node.ring().isThere)
  }
}

/// A suite whose trait applies to all of its tests.
@Suite(.leaks(naming: "Node"), .detectLeaks) struct LeakingSuite {
  @Test func one() { #expect(Node.ring().isThere) }
  @Test func another() async { #expect(Node.ring().isThere) }
}

/// Tests without leaks. They run at the same time as the tests that leak.
@Suite(.detectLeaks) struct CleanTests {
  private static let shared = Mutex<[Node]>([])
  private let own = Node("own")

  @Test(arguments: 0..<20)
  func besideThoseThatLeak(round: Int) async throws {
    var nodes: [Node] = []
    for _ in 0..<200 { nodes.append(Node()) }
    nodes[0].others = Array(nodes[1...])
    try await Task.sleep(for: .milliseconds(round))
    await Task.detached { [nodes] in #expect(nodes.count == 200) }.value
  }

  @Test func aCycleThatIsBrokenAtTheEnd() async {
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

  @Test func objectsOfAGlobalVariable() {
    let pair = [Node("kept"), Node("kept")]
    pair[0].next = pair[1]
    pair[1].next = pair[0]
    Self.shared.withLock { $0 += pair }
    #expect(pair[0].next?.next === pair[0])
  }

  @Test func objectsOfTheSuite() {
    own.next = Node()
    own.next?.next = own
    let remainder = own.next.map { Remainder(of: $0) }
    #expect(remainder?.isThere == true)
    own.next = nil
    #expect(remainder?.isThere == false)
  }

  @Test func aTaskThatIsStillRunning() {
    let node = Node()
    node.next = node
    Task {
      try? await Task.sleep(for: .seconds(60))
      node.next = nil
    }
    #expect(node.next === node)
  }

  @Test func nothingAtAll() {}

  private class Base { var me: Base? }
  private final class Derived: Base {}

  @Test(.detectLeaks(allowing: Base.self)) func aPrivateTypeIsExpected() {
    let base = Base()
    base.me = base
  }

  @Test(.detectLeaks(allowing: Base.self)) func aSubclassIsExpected() {
    let derived = Derived()
    derived.me = derived
  }

  @Test(.detectLeaks(allowing: ["Node"])) func expectedByName() {
    expectNoLeaks(allowing: Node.self) { Node.ring() }
  }

  @Test func expectedByType() {
    expectNoLeaks(allowing: Cache<Int>.self) {
      let cache = Cache<Int>()
      cache.owner = cache
    }
  }
}

/// Tests of the function that checks for leaks inside the body of a test.
@Suite struct ExpectNoLeaksTests {
  @Test func aLeakIsAKnownIssue() {
    withKnownIssue {
      _ = expectNoLeaks { Node.ring() }
    } matching: {
      $0.comments.contains { $0.rawValue.contains("retain-cycle") }
    }
  }

  @Test func anAsyncLeakIsAKnownIssue() async {
    await withKnownIssue {
      await expectNoLeaks {
        await Task.yield()
        Model().bind()
      }
    }
  }

  @Test func theBodysErrorAndValueAreThoseOfTheCall() throws {
    struct Failure: Error {}
    #expect(throws: Failure.self) { try expectNoLeaks { throw Failure() } }
    let node = expectNoLeaks {
      let node = Node()
      node.next = node
      return node
    }
    node.next = nil
  }

  @Test func theLeakOfABodyThatThrowsIsReportedToo() {
    struct Failure: Error {}
    withKnownIssue {
      #expect(throws: Failure.self) {
        try expectNoLeaks {
          Node.ring()
          throw Failure()
        }
      }
    }
  }
}
