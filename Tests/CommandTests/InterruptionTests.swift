import Foundation
import TestSupport
import Testing

/// Tests of a run of the matrix that is killed before it ends.
@Suite(.runsPrograms) struct InterruptionTests {
  @Test func workersEndWhenTheRunIsKilled() throws {
    try withTemporaryFolder { folder in
      let process = Process()
      process.executableURL = Tool.url
      process.arguments = ["run", "--quiet", "--jobs", "2", "--output", folder.path]
      try process.run()
      #expect(try waits { try processes(mentioning: folder.path) == 3 })
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      #expect(try waits { try processes(mentioning: folder.path) == 0 })
    }
  }

  /// Returns whether a condition becomes true within twenty seconds.
  private func waits(until isSo: () throws -> Bool) rethrows -> Bool {
    for _ in 0..<400 {
      if try isSo() { return true }
      usleep(50_000)
    }
    return false
  }

  /// Returns the number of running processes that have `word` as an argument.
  private func processes(mentioning word: String) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").count { entry in
      guard Int(entry) != nil,
        let arguments = FileManager.default.contents(atPath: "/proc/\(entry)/cmdline")
      else { return false }
      return arguments.split(separator: 0).contains { $0.elementsEqual(word.utf8) }
    }
  }
}
