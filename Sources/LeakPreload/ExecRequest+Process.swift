import CRecorder
import ExecProtocol
import Foundation

extension ExecRequest {
  /// The path of the file for this process's answer.
  var path: String { ExecAnswer.file(in: folder, process: getpid()) }

  /// The number of stack frames to record for each allocation: 0 if no frames are reported;
  /// otherwise one more than the number of reported frames, because the innermost function often
  /// only allocates for its caller.
  var recordedFrames: Int { stackFrames == 0 ? 0 : stackFrames + 1 }

  /// Starts writing a note about each program that this process executes without the recorder.
  func noteExecutedPrograms() {
    // The strings are never freed, because the functions that write the notes use them.
    unsafe lk_note_executed_programs(strdup(folder), strdup(Self.neededVariable))
  }

  /// Changes the environment so that programs that this process starts are not analyzed.
  static func hideFromChildren() {
    removeFromEnvironment()
    // Other libraries are still preloaded.
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
