import ExecProtocol
import Foundation

extension ExecRequest {
  /// The file for this process's answer.
  var path: String { ExecAnswer.file(in: folder, process: getpid()) }

  /// The number of calls to record of each allocation, so that as many can be shown as requested:
  /// the function that calls the runtime often only allocates for its caller.
  var recordedFrames: Int { stackFrames == 0 ? 0 : stackFrames + 1 }

  /// Keeps the programs that this one starts from being analyzed.
  static func hideFromChildren() {
    removeFromEnvironment()
    // Other libraries that were to be loaded still are.
    let libraries = (ProcessInfo.processInfo.environment["LD_PRELOAD"] ?? "")
      .split(whereSeparator: { $0 == ":" || $0 == " " })
      .filter { !$0.hasSuffix("/libLeakPreload.so") }
    if libraries.isEmpty {
      unsafe unsetenv("LD_PRELOAD")
    } else {
      unsafe setenv("LD_PRELOAD", libraries.joined(separator: ":"), 1)
    }
  }
}
