import Testing
public import XCTest

/// Fails the running test if `body` leaves a leak behind.
///
///     func testClosing() {
///       XCTAssertNoLeaks { FeedViewController().close() }
///     }
///
/// - Parameters:
///   - types: A leak with one of their instances in it is expected.
///   - message: Written before the trace.
public func XCTAssertNoLeaks(
  allowing types: Any.Type..., message: @autoclosure () -> String = "",
  file: StaticString = #filePath, line: UInt = #line, _ body: () throws -> Void
) rethrows {
  let check = LeakCheck(allowing: ExpectedSurvivors(types: types))
  let isAlone = Test.current == nil
  // XCTest runs one test at a time, so other threads' code is this test's as well.
  if isAlone { check.begin() }
  defer {
    if isAlone { check.end() }
    check.fail(message(), file, line)
  }
  try check.run(body)
}

/// Fails the running test if `body` leaves a leak behind, on whatever threads it ran.
public func XCTAssertNoLeaks(
  allowing types: Any.Type..., message: @autoclosure () -> String = "",
  file: StaticString = #filePath, line: UInt = #line,
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
) async rethrows {
  let check = LeakCheck(allowing: ExpectedSurvivors(types: types))
  let isAlone = Test.current == nil
  if isAlone { check.begin() }
  defer {
    if isAlone { check.end() }
    check.fail(message(), file, line)
  }
  try await check.run(body)
}

extension XCTestCase {
  /// Fails this test if what it allocates from now on is leaked when it has been torn down.
  ///
  /// To be called from `setUp()` or at the test's start; no base class is needed.
  /// What the test case keeps in its own properties is alive, and no leak.
  ///
  /// - Parameter types: A leak with one of their instances in it is expected.
  public func detectLeaks(
    allowing types: Any.Type..., file: StaticString = #filePath, line: UInt = #line
  ) {
    let check = LeakCheck(allowing: ExpectedSurvivors(types: types))
    check.begin()
    addTeardownBlock {
      check.end()
      check.fail("", file, line)
    }
  }
}

extension LeakCheck {
  /// Fails the running test once for each leak.
  fileprivate func fail(_ message: String, _ file: StaticString, _ line: UInt) {
    for failure in failures() {
      XCTFail(message.isEmpty ? failure : message + "\n" + failure, file: file, line: line)
    }
  }
}
