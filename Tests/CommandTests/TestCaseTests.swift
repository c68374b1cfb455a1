import TestSupport
import Testing

/// Tests of findings about test cases of XCTest. XCTest keeps each test case until the process
/// ends.
@Suite(.runsPrograms) struct TestCaseTests {
  private static let source = """
    import XCTest
    final class Service { var handlers: [() -> Void] = [] }
    final class CleanTests: XCTestCase {
      func testMeasure() { measure { _ = (0..<10).reduce(0, +) } }
      func testBlock() { addTeardownBlock { XCTAssertFalse(self.name.isEmpty) } }
      func testAsyncBlock() {
        addTeardownBlock {
          try await Task.sleep(for: .milliseconds(1))
          _ = self.name
        }
      }
      static let allTests = [
        ("testMeasure", testMeasure), ("testBlock", testBlock), ("testAsyncBlock", testAsyncBlock),
      ]
    }
    final class LeakTests: XCTestCase {
      let service = Service()
      var count = 0
      func testHandler() { service.handlers.append { self.count += 1 } }
      static let allTests = [("testHandler", testHandler)]
    }
    final class HeldTests: XCTestCase {
      func testTask() {
        Task {
          try? await Task.sleep(for: .seconds(900))
          _ = self.name
        }
        waitUntilOthersSleep()
      }
      static let allTests = [("testTask", testTask)]
    }
    switch ProcessInfo.processInfo.environment["KIND"] {
    case "leak": XCTMain([testCase(LeakTests.allTests)])
    case "held": XCTMain([testCase(HeldTests.allTests)])
    default: XCTMain([testCase(CleanTests.allTests)])
    }
    """

  private func errors(_ program: String, _ kind: String) throws -> (status: Int32, text: String) {
    let result = try Tool.run(
      ["exec", "--fail-on", "held", "--", program], environment: ["KIND": kind])
    return (result.status, result.errors)
  }

  @Test func objectsRetainedByXCTestAreKnownAndHideNoLeak() throws {
    let options = ["-Onone", "-g", "-swift-version", "5"]
    try withCompiledProgram(Self.source, options: options) { program in
      let clean = try errors(program, "clean")
      #expect(clean.status == 0, "\(clean.text)")
      let leak = try errors(program, "leak")
      #expect(leak.status == 1, "\(leak.text)")
      #expect(leak.text.contains("capture self     ◀── break here: [weak self]"), "\(leak.text)")
      #expect(!leak.text.contains("testRun     ◀──"), "\(leak.text)")
      let held = try errors(program, "held")
      #expect(held.status == 1, "\(held.text)")
      #expect(held.text.contains("closure #1 in HeldTests.testTask()"), "\(held.text)")
    }
  }
}
