import Foundation
import TestSupport
import Testing

/// A test of the helper that runs a closure in a forked process.
@Suite struct ForkedCopyTests {
  /// The first process stops as if it waited for a lock that another thread held during the fork.
  /// The test runs on a thread of libdispatch, which blocks the signal of the alarm.
  @Test func aProcessThatDoesNotEndIsReplaced() async throws {
    await Task.yield()
    let file = FileManager.default.temporaryDirectory.appending(
      path: "leakcheck-fork-\(getpid())-\(UInt64.random(in: 0 ... .max))")
    defer { try? FileManager.default.removeItem(at: file) }
    let path = file.path
    let answer = try inForkedProcess(seconds: 2) {
      let descriptor = unsafe open(path, O_CREAT | O_EXCL | O_WRONLY, 0o600)
      while descriptor >= 0 { pause() }
      return Data([1])
    }
    #expect(answer == Data([1]))
  }
}
