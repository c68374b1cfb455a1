import Findings
import Foundation

/// The process that started this process.
enum Parent {
  /// The environment variable in which a child process receives the identifier of its parent
  /// process.
  private static let variable = "LEAKCHECK_PARENT"

  /// The environment variables for a child process.
  static var environment: [String: String] {
    ProcessInfo.processInfo.environment.merging([variable: "\(getpid())"]) { $1 }
  }

  /// Makes this process end about a second after its parent at the latest, because nothing can read
  /// the result when the parent has ended.
  ///
  /// Control-C interrupts only the parent, because its child processes are in separate process
  /// groups.
  static func endThisProcessWhenItEnds() {
    guard let parent = ProcessInfo.processInfo.environment[variable].flatMap({ pid_t($0) })
    else { return }
    Thread.detachNewThread {
      while getppid() == parent { sleep(1) }
      _exit(ExitStatus.inconclusive)
    }
  }
}
