import CRecorder
package import Foundation
import Testing

/// Runs a closure in a forked process, in which allocations are recorded as in this process.
///
/// By contrast, `ForkedProcess` has an allocator of its own, whose allocations are not recorded.
package func inForkedProcess(seconds: UInt32, _ body: () -> Data) throws -> Data {
  let answers = Pipe()
  let process = lk_fork_single_threaded()
  // The forked process must not wait for a lock that another thread held during the fork, not even
  // for one of the runtime. The alarm ends it if it does.
  if process == 0 {
    alarm(seconds)
    answers.fileHandleForWriting.write(body())
    _exit(0)
  }
  try #require(process > 0)
  try answers.fileHandleForWriting.close()
  let answer = try answers.fileHandleForReading.readToEnd() ?? Data()
  var status: Int32 = 0
  _ = unsafe waitpid(process, &status, 0)
  return answer
}
