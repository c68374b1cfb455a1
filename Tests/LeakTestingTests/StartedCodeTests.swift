import Foundation
import LeakTesting
import Testing

/// Code that a test starts on other threads belongs to the test, while other tests run the same
/// code.
@Suite struct StartedCodeTests {
  @Test(.leaks(naming: "Node"), .detectLeaks, arguments: Start.allCases)
  func leaks(of start: Start) async { await start.run { #expect(Node.ring().isThere) } }

  @Test(.detectLeaks, arguments: Start.allCases, 0..<3)
  func noLeaks(of start: Start, round: Int) async {
    await start.run { for _ in 0..<20 { Node("clean").next = Node() } }
  }

  /// A thread that runs the closures of several checks belongs to none of them, although one of
  /// them created it.
  @Test(.detectLeaks) func aWorkerThatOthersUseAccusesNobody() {
    let worker = Worker()
    worker.run { Node("clean").next = Node() }
    expectNoLeaks { worker.run { Node.ring() } }
  }

  @Test(.leaks(naming: "Node"), .detectLeaks)
  func aWorkerThatOneTestUsesBelongsToIt() {
    let worker = Worker()
    worker.run { for _ in 0..<100 { Node("clean").next = Node() } }
    worker.run { #expect(Node.ring().isThere) }
  }

  @Test(.leaks(naming: "closure #1 in Holder.holdItem()", "[weak self]"), .detectLeaks)
  func aCycleThroughAWorkItem() {
    let remainder = { () -> Remainder in
      let holder = Holder()
      holder.holdItem()
      return Remainder(of: holder)
    }()
    #expect(remainder.isThere)
  }
}

/// Work that continues in the background after an XCTest test. Each test runs in a separate
/// process.
@Suite struct BackgroundWorkTests {
  @Test(arguments: Background.allCases) func doesNotAccuseALaterTest(_ work: Background) async {
    await #expect(processExitsWith: .success) { [work] in
      Failures.of { _ in work.start() }.forEach { Issue.record("\($0)") }
      let later = Failures.of { test in
        test.detectLeaks()
        for _ in 0..<20 { Node("clean").next = Node() }
        usleep(200_000)
      }
      #expect(later == [])
      let leaking = Failures.of { test in
        test.detectLeaks()
        Model().bind()
      }
      #expect(leaking.count == 1 && leaking[0].contains("Model.bind()"))
    }
  }

  @Test func aCheckedTestsThreadDoesNot() async {
    await #expect(processExitsWith: .success) {
      _ = Failures.of { test in
        test.detectLeaks()
        Background.ownThread.start()
      }
      let later = Failures.of { test in
        test.detectLeaks()
        usleep(200_000)
      }
      #expect(later == [])
    }
  }

  /// A worker of an earlier test runs a closure of this test.
  @Test func anEarlierWorkerServesALaterTest() async {
    await #expect(processExitsWith: .success) {
      let worker = Worker()
      _ = Failures.of { test in
        test.detectLeaks()
        worker.run { Node("clean").next = Node() }
      }
      let leaking = Failures.of { test in
        test.detectLeaks()
        worker.run { [name = Node("used")] in
          _ = name
          Node.ring()
        }
      }
      #expect(leaking.count == 1)
      let clean = Failures.of { test in
        test.detectLeaks()
        worker.run { Node("clean").next = Node() }
      }
      #expect(clean == [])
    }
  }
}

/// A way to run code in the background that leaks again and again.
enum Background: CaseIterable, Codable {
  case thread, ownThread, queue, operation, task, timer

  func start() {
    switch self {
    case .thread: Thread.detachNewThread { Self.leakOften() }
    case .ownThread: OwnThread.start { Self.leakOften() }
    case .queue: DispatchQueue.global().async { Self.leakOften() }
    case .operation: OperationQueue().addOperation { Self.leakOften() }
    case .task:
      Task {
        for _ in 0..<80 {
          try? await Task.sleep(for: .milliseconds(5))
          Node.ring()
        }
      }
    case .timer:
      let timer = DispatchSource.makeTimerSource()
      timer.schedule(deadline: .now(), repeating: 0.005)
      timer.setEventHandler { withExtendedLifetime(timer) { _ = Node.ring() } }
      timer.resume()
    }
  }

  private static func leakOften() {
    for _ in 0..<80 {
      usleep(5_000)
      Node.ring()
    }
  }
}
