import Findings
import Foundation

/// The process that started this process.
enum Parent {
  /// The name of the environment variable that contains the identifier of a child's parent process.
  private static let variable = "LEAKCHECK_PARENT"

  /// The environment variables for a child process.
  static var environment: [String: String] {
    ProcessInfo.processInfo.environment.merging([variable: "\(getpid())"]) { $1 }
  }

  /// Ends this process when its parent has ended and can no longer read the result.
  ///
  /// Control-C interrupts only the parent, because its child processes are in separate process
  /// groups.
  static func endsThisProcessWithIt() {
    guard let parent = ProcessInfo.processInfo.environment[variable].flatMap({ pid_t($0) })
    else { return }
    Thread.detachNewThread {
      while getppid() == parent { sleep(1) }
      _exit(ExitStatus.inconclusive)
    }
  }
}
