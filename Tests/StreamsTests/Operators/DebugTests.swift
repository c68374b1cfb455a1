import Foundation
import Streams
import TestSupport
import Testing

/// Tests of the output of `debug`. They run in a separate process that prints nothing else.
@Suite(.countsResources) struct DebugTests {
  @Test func printsALineForEachEvent() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      Observable.of(1, 2).debug("numbers").subscribe().dispose()
    }
    #expect(
      lines(result) == [
        "numbers -> subscribed", "numbers -> Event next(1)", "numbers -> Event next(2)",
        "numbers -> Event completed", "numbers -> isDisposed",
      ])
  }

  @Test func trimOutputShortensLongElements() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      let text = String(repeating: "a", count: 30) + String(repeating: "b", count: 30)
      Observable.just(text).debug("text", trimOutput: true).subscribe().dispose()
    }
    let (start, end) = (String(repeating: "a", count: 20), String(repeating: "b", count: 20))
    #expect(lines(result).contains("text -> Event next(\(start)...\(end))"))
  }

  @Test func printsTheSourceLocationIfNoIdentifierIsGiven() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      Observable<Int>.error(TestError()).debug().subscribe(onError: { _ in }).dispose()
    }
    let printed = lines(result)
    #expect(printed.count == 3)
    #expect(printed.allSatisfy { $0.hasPrefix("DebugTests.swift:") }, "\(printed)")
    #expect(printed.dropFirst().first?.hasSuffix("-> Event error(test)") == true)
  }

  /// Returns the lines that a process printed, without their times.
  private func lines(_ result: ExitTest.Result) -> [String] {
    String(decoding: result.standardOutputContent, as: UTF8.self)
      .split(separator: "\n").filter { $0.contains(" -> ") }
      .compactMap { $0.split(separator: ": ", maxSplits: 1).last.map(String.init) }
  }
}
