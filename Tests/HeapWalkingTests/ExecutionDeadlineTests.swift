import Foundation
import TestSupport
import Testing

@testable import HeapWalking

/// Tests of the time that a trial of a suggested break may take.
@Suite struct ExecutionDeadlineTests {
  /// Times of a process whose limit is one second.
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var times: ExecutionDeadline.Times
    var isOver: Bool
    var testDescription: String { name }
  }

  static let cases = [
    Case(name: "uses the processor", times: .init(elapsed: 1.1, used: 1.05), isOver: true),
    Case(name: "used the processor for less", times: .init(elapsed: 1.5, used: 0.6), isOver: false),
    Case(name: "sleeps", times: .init(elapsed: 1.1, used: 0.05), isOver: true),
    Case(
      name: "slept for less", times: .init(elapsed: 1.5, used: 0.3, waited: 0.3), isOver: false),
    Case(
      name: "waited for a processor", times: .init(elapsed: 7.9, used: 0.9, waited: 6.5),
      isOver: false),
    Case(
      name: "has waited for a processor from the beginning",
      times: .init(elapsed: 5, isAsleep: false), isOver: false),
    Case(
      name: "waits too long for a processor", times: .init(elapsed: 8, isAsleep: false),
      isOver: true),
  ]

  @Test(arguments: cases) func theDeadlineCountsProcessorUseAndSleep(_ times: Case) {
    #expect(ExecutionDeadline.isOver(times.times, limit: 1) == times.isOver)
  }

  #if os(Linux)
    /// The loop never sleeps. Whether it runs or waits for a processor does not matter.
    @Test(arguments: [("exec sleep 100", true), ("while :; do :; done", false)])
    func theStateOfAProcessIsRead(command: String, isAsleep: Bool) async throws {
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", command]
      try process.run()
      defer {
        // The process inherits the blocked signals of this thread, but SIGKILL cannot be blocked.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
      }
      let deadline = ExecutionDeadline(of: process.processIdentifier, seconds: 1)
      // On a busy machine, the shell begins with the command some time after it was started. The
      // time that a sleeping process has used may be too short to be measured, and is then 0.
      await wait {
        let times = deadline.times(after: 0)
        return times.isAsleep == isAsleep && (isAsleep || times.used > 0)
      }
      let times = deadline.times(after: 0)
      #expect(times.isAsleep == isAsleep)
      #expect(isAsleep || times.used > 0)
    }
  #endif
}
