import StreamTesting
import Streams
import TestSupport
import Testing
import XCTest

/// Tests that the assertions pass if the lists are equal, and report each difference if they are
/// not.
///
/// The tests run in separate processes.
@Suite(.countsResources) struct XCTAssertEqualTests {
  @Test func equalListsPass() async {
    await #expect(processExitsWith: .success) {
      let failures = Failures.of {
        XCTAssertEqual([.next(1), .completed], [Event.next(1), .completed])
        XCTAssertEqual([.next(1, 1)], [Recorded.next(1, 1)])
        XCTAssertEqual([.success(1)], [SingleEvent.success(1)])
        XCTAssertEqual([.success(1), .completed], [MaybeEvent.success(1), .completed])
        XCTAssertEqual([.completed], [CompletableEvent.completed])
        XCTAssertRecordedElements([.next(1, 1), .next(7, 2)], [1, 2])
      }
      #expect(failures == [])
    }
  }

  @Test func differencesAreReportedWithTheirIndex() async {
    await #expect(processExitsWith: .success) {
      let failures = Failures.of {
        XCTAssertEqual([.next(1), .completed], [Event.next(2)])
        XCTAssertEqual([.next(1, 1)], [Recorded.next(2, 1)])
        XCTAssertEqual([.success(1)], [SingleEvent.failure(RxError.timeout)])
        XCTAssertEqual([MaybeEvent<Int>.completed], [])
        XCTAssertEqual([CompletableEvent.completed], [.error(RxError.timeout)])
      }
      #expect(failures.count == 5)
      #expect(failures[0].contains("lhs[0]: next(1)\n  rhs[0]: next(2)"))
      #expect(failures[0].contains("lhs[1]: completed\n  rhs[1]: nothing"))
      #expect(failures[1].contains("lhs[0]: next(1) @ 1\n  rhs[0]: next(1) @ 2"))
    }
  }

  @Test func recordedElementsMustMatchInNumberValueAndEnd() async {
    await #expect(processExitsWith: .success) {
      let failures = Failures.of {
        XCTAssertRecordedElements([.next(1, 1)], [1, 2])
        XCTAssertRecordedElements([.next(1, 1)], [2])
        XCTAssertRecordedElements([.next(1, 1), .completed(2)], [1])
      }
      #expect(failures.count == 3)
      #expect(failures[2].contains("the recorded events include an end: completed @ 2"))
    }
  }
}

/// The failures of one XCTest test case.
private final class Failures: NSObject, XCTestObservation {
  private var found: [String] = []

  static func of(_ body: @escaping () -> Void) -> [String] {
    let failures = Failures()
    XCTestObservationCenter.shared.addTestObserver(failures)
    XCTestCase(name: "assertions", testClosure: { _ in body() }).run()
    XCTestObservationCenter.shared.removeTestObserver(failures)
    return failures.found
  }

  func testCase(
    _ testCase: XCTestCase, didFailWithDescription description: String, inFile file: String?,
    atLine line: Int
  ) {
    found.append(description)
  }
}
