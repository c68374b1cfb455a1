public import Streams
import XCTest

/// Asserts that two lists of events are equal. If they differ, the failure message lists each
/// difference.
///
/// Errors are equal if they have the same type and description.
///
/// - Parameters:
///   - lhs: The events to check.
///   - rhs: The expected events.
///   - file: The file in which a failure is reported.
///   - line: The line at which a failure is reported.
public func XCTAssertEqual<Element: Equatable>(
  _ lhs: [Event<Element>], _ rhs: [Event<Element>], file: StaticString = #filePath,
  line: UInt = #line
) {
  assertEqual(lhs, rhs, by: { $0 == $1 }, file, line)
}

/// Asserts that two lists of recorded events, including their times, are equal. If they differ, the
/// failure message lists each difference.
///
/// - Parameters:
///   - lhs: The events to check.
///   - rhs: The expected events.
///   - file: The file in which a failure is reported.
///   - line: The line at which a failure is reported.
public func XCTAssertEqual<Element: Equatable>(
  _ lhs: [Recorded<Event<Element>>], _ rhs: [Recorded<Event<Element>>],
  file: StaticString = #filePath, line: UInt = #line
) {
  assertEqual(lhs, rhs, by: { $0 == $1 }, file, line)
}

/// Asserts that two lists of events of `Single` sequences are equal.
///
/// - Parameters:
///   - lhs: The events to check.
///   - rhs: The expected events.
///   - file: The file in which a failure is reported.
///   - line: The line at which a failure is reported.
public func XCTAssertEqual<Element: Equatable>(
  _ lhs: [SingleEvent<Element>], _ rhs: [SingleEvent<Element>], file: StaticString = #filePath,
  line: UInt = #line
) {
  assertEqual(lhs, rhs, by: { $0 == $1 }, file, line)
}

/// Asserts that two lists of events of `Maybe` sequences are equal.
///
/// - Parameters:
///   - lhs: The events to check.
///   - rhs: The expected events.
///   - file: The file in which a failure is reported.
///   - line: The line at which a failure is reported.
public func XCTAssertEqual<Element: Equatable>(
  _ lhs: [MaybeEvent<Element>], _ rhs: [MaybeEvent<Element>], file: StaticString = #filePath,
  line: UInt = #line
) {
  assertEqual(lhs, rhs, by: { $0 == $1 }, file, line)
}

/// Asserts that two lists of events of `Completable` sequences are equal.
///
/// - Parameters:
///   - lhs: The events to check.
///   - rhs: The expected events.
///   - file: The file in which a failure is reported.
///   - line: The line at which a failure is reported.
public func XCTAssertEqual(
  _ lhs: [CompletableEvent], _ rhs: [CompletableEvent], file: StaticString = #filePath,
  line: UInt = #line
) {
  assertEqual(lhs, rhs, by: { $0 == $1 }, file, line)
}

/// Asserts that the recorded events are exactly the given elements, regardless of their times.
///
/// - Parameters:
///   - stream: The recorded events. The assertion fails if they contain a failure or completion.
///   - elements: The expected elements, in order.
///   - file: The file in which a failure is reported.
///   - line: The line at which a failure is reported.
public func XCTAssertRecordedElements<Element: Equatable>(
  _ stream: [Recorded<Event<Element>>], _ elements: [Element], file: StaticString = #filePath,
  line: UInt = #line
) {
  if let end = stream.first(where: { $0.value.isStopEvent }) {
    XCTFail("the recorded events include an end: \(end)", file: file, line: line)
    return
  }
  assertEqual(stream.compactMap(\.value.element), elements, by: ==, file, line)
}

private func assertEqual<Value>(
  _ lhs: [Value], _ rhs: [Value], by areEqual: (Value, Value) -> Bool, _ file: StaticString,
  _ line: UInt
) {
  let differences = SequenceDifferences(lhs, rhs, by: areEqual)
  if !differences.lines.isEmpty {
    XCTFail(differences.lines.joined(separator: "\n"), file: file, line: line)
  }
}
