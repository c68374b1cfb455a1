import LeakTesting
import Testing
import XCTest

/// Tests of the failures that are reported to the observers of XCTest.
///
/// Each test runs in a separate process.
@Suite struct XCTestTests {
  @Test func aLeakFailsTheTest() async {
    await #expect(processExitsWith: .success) {
      let failures = Failures.of { _ in XCTAssertNoLeaks(message: "menu") { Node.cycle() } }
      #expect(failures.count == 1)
      #expect(failures[0].contains("menu") && failures[0].contains("retain-cycle"))
      #expect(failures[0].hasPrefix("XCTestTests.swift:"))
    }
  }

  @Test func anAllowedLeakDoesNotFailTheTest() async {
    await #expect(processExitsWith: .success) {
      #expect(Failures.of { _ in XCTAssertNoLeaks(allowing: Node.self) { Node.cycle() } } == [])
      #expect(Failures.of { _ in XCTAssertNoLeaks { _ = Node() } } == [])
    }
  }

  @Test func aLeakOnAnyThreadFailsTheTest() async {
    await #expect(processExitsWith: .success) {
      let failures = Failures.of { _ in
        XCTAssertNoLeaks {
          let item = DispatchWorkItem { Node.cycle() }
          DispatchQueue.global().async(execute: item)
          item.wait()
        }
      }
      #expect(failures.count == 1)
    }
  }

  @Test func tearDownChecksTheWholeTest() async {
    await #expect(processExitsWith: .success) {
      let failures = Failures.of { test in
        test.detectLeaks()
        Model().bind()
      }
      #expect(failures.count == 1)
      #expect(failures[0].contains("Model.bind()"))
      #expect(Failures.of { $0.detectLeaks() } == [])
    }
  }

  @Test func aNestedCheckDoesNotEndTheOuterOne() async {
    await #expect(processExitsWith: .success) {
      let failures = Failures.of { test in
        test.detectLeaks()
        XCTAssertNoLeaks { _ = Node() }
        Model().bind()
      }
      #expect(failures.count == 1 && failures[0].contains("Model.bind()"))
    }
  }
}

/// The failures of one XCTest test case.
private final class Failures: NSObject, XCTestObservation {
  private var found: [String] = []

  static func of(_ body: @escaping (XCTestCase) -> Void) -> [String] {
    let failures = Failures()
    XCTestObservationCenter.shared.addTestObserver(failures)
    XCTestCase(name: "planted", testClosure: body).run()
    XCTestObservationCenter.shared.removeTestObserver(failures)
    return failures.found
  }

  func testCase(
    _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?,
    atLine lineNumber: Int
  ) {
    let file = (filePath ?? "").split(separator: "/").last ?? ""
    found.append("\(file):\(lineNumber) \(description)")
  }
}
