import HeapWalking
import Testing
public import XCTest

/// Fails the running test if a closure leaks objects that it allocated.
///
///     func testClosing() {
///       XCTAssertNoLeaks { FeedViewController().close() }
///     }
///
/// - Parameters:
///   - types: Allowed types. A leak that contains an instance of one of them, or of a subclass, is
///     not reported.
///   - message: A text that precedes the trace.
///   - file: The file in which the failure is reported.
///   - line: The line at which the failure is reported.
///   - body: The code to check. The check includes the tasks, Foundation threads and operations
///     that the code starts, and the closures that it passes to dispatch queues, sources and
///     groups. In an XCTest test, it also includes all code that other threads run meanwhile.
public func XCTAssertNoLeaks(
  allowing types: Any.Type..., message: @autoclosure () -> String = "",
  file: StaticString = #filePath, line: UInt = #line, _ body: () throws -> Void
) rethrows {
  let check = LeakCheck(allowing: AllowedTypes(types: types))
  let isXCTest = Test.current == nil
  // XCTest runs one test at a time, so code of other threads belongs to this test as well.
  let outer = isXCTest ? check.begin() : nil
  defer {
    if isXCTest { check.end(restoring: outer) }
    check.fail(message(), file, line)
  }
  try check.run(body)
}

/// Fails the running test if an asynchronous closure leaks objects that it allocated.
///
/// - Parameters:
///   - types: Allowed types. A leak that contains an instance of one of them, or of a subclass, is
///     not reported.
///   - message: A text that precedes the trace.
///   - file: The file in which the failure is reported.
///   - line: The line at which the failure is reported.
///   - isolation: The actor on which this function runs. The default is the caller's actor.
///   - body: The code to check, which may run on any thread. The check includes the tasks,
///     Foundation threads and operations that the code starts, and the closures that it passes to
///     dispatch queues, sources and groups. In an XCTest test, it also includes all code that other
///     threads run meanwhile.
public func XCTAssertNoLeaks(
  allowing types: Any.Type..., message: @autoclosure () -> String = "",
  file: StaticString = #filePath, line: UInt = #line,
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
) async rethrows {
  let check = LeakCheck(allowing: AllowedTypes(types: types))
  let isXCTest = Test.current == nil
  let outer = isXCTest ? check.begin() : nil
  defer {
    if isXCTest { check.end(restoring: outer) }
    check.fail(message(), file, line)
  }
  try await check.run(body)
}

extension XCTestCase {
  /// Fails this test if objects that are allocated after this call, on any thread, have leaked by
  /// the time the test method returns.
  ///
  /// Call this function from `setUp()` or at the beginning of a test. Leaks are searched for before
  /// `tearDown()` runs. Objects that the properties of the test case retain are alive, so they are
  /// not reported.
  ///
  /// - Parameters:
  ///   - types: Allowed types. A leak that contains an instance of one of them, or of a subclass,
  ///     is not reported.
  ///   - file: The file in which the failure is reported.
  ///   - line: The line at which the failure is reported.
  public func detectLeaks(
    allowing types: Any.Type..., file: StaticString = #filePath, line: UInt = #line
  ) {
    let check = LeakCheck(allowing: AllowedTypes(types: types))
    let outer = check.begin()
    addTeardownBlock {
      check.end(restoring: outer)
      check.fail("", file, line)
    }
  }
}

extension LeakCheck {
  /// Records a failure of the running test for each leak.
  fileprivate func fail(_ message: String, _ file: StaticString, _ line: UInt) {
    for failure in failures() {
      XCTFail(message.isEmpty ? failure : message + "\n" + failure, file: file, line: line)
    }
  }
}
