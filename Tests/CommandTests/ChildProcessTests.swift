import Foundation
import Testing

@testable import leakcheck

/// Tests of child processes that succeed, fail, or do not end.
struct ChildProcessTests {
  private func output(
    _ script: String, input: String = "", timeout: TimeInterval = 30
  ) throws(ChildProcess.Failure) -> String {
    let data = try ChildProcess.output(
      of: URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", script], input: Data(input.utf8),
      timeout: timeout)
    return String(decoding: data, as: UTF8.self)
  }

  @Test func returnsStandardOutput() throws {
    #expect(try output("echo one; echo two >&2") == "one\n")
  }

  @Test func passesInputToTheProcess() throws {
    #expect(try output("cat", input: "text") == "text")
  }

  @Test(arguments: [
    ("exit 3", ChildProcess.Failure.status(3)), ("kill -SEGV $$", .signal(11)),
  ])
  func aFailureIsReportedWithItsStatusOrSignal(script: String, failure: ChildProcess.Failure) {
    #expect(throws: failure) { try output(script) }
  }

  @Test func killsAProcessAfterTheTimeout() {
    #expect(throws: ChildProcess.Failure.timedOut) { try output("exec sleep 60", timeout: 0.2) }
  }

  @Test func failsIfTheProgramDoesNotExist() {
    #expect {
      try ChildProcess.output(
        of: URL(fileURLWithPath: "/nowhere/at-all"), arguments: [], timeout: 1)
    } throws: { error in
      guard case ChildProcess.Failure.notStarted = error else { return false }
      return true
    }
  }
}
