import TestSupport
import Testing

/// Tests of the findings about tasks in the queue of the main actor when the program ends.
@Suite(.runsPrograms) struct MainActorTaskTests {
  /// When the asynchronous `main` returns, a task that has slept waits until the main actor runs
  /// it. A task that was created last has not begun.
  private static let source = """
    import Foundation
    @MainActor final class Ticker {
      var number = 0
      func start() {
        Task {
          while true {
            self.number += 1
            try? await Task.sleep(for: .milliseconds(1))
          }
        }
      }
    }
    @main struct Program {
      @MainActor static func main() async {
        Ticker().start()
        if CommandLine.arguments[1] == "suspended" { try? await Task.sleep(for: .milliseconds(20)) }
        usleep(50_000)
      }
    }
    """

  @Test(arguments: ["-Onone", "-O"])
  func onlyATaskThatHasNotStartedIsReportedAsNeverRunning(optimization: String) throws {
    let causes = ["suspended": "task-on-self: ", "new": "job-never-runs: "]
    let options = [optimization, "-g", "-parse-as-library"]
    try withCompiledProgram(Self.source, options: options) { program in
      for (kind, cause) in causes {
        let report = try Tool.run(["exec", "--", program, kind]).errors
        #expect(report.contains(cause), "\(kind): \(report)")
      }
    }
  }
}
