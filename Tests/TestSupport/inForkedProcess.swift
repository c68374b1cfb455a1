import CRecorder
package import Foundation
import Testing

/// Runs a closure in a forked process, in which allocations are recorded as in this process.
///
/// By contrast, `ForkedProcess` has an allocator of its own, whose allocations are not recorded.
///
/// A lock that another thread held during the fork, for example one of the runtime, is never
/// released in the forked process. If the closure waits for such a lock, an alarm ends the process,
/// and the closure runs again in another one, up to four times in all.
///
/// - Parameter seconds: The time after which the forked process is ended.
package func inForkedProcess(seconds: UInt32, _ body: () -> Data) throws -> Data {
  for _ in 0..<maxAttempts {
    if let answer = try answer(within: seconds, body) { return answer }
  }
  Issue.record("the forked process did not end within \(seconds) seconds")
  return Data()
}

/// Runs a closure in a forked process, like ``inForkedProcess(seconds:_:)``, and returns the value
/// that the closure returns there.
package func inForkedProcess<Value: Codable>(
  seconds: UInt32, _ body: () throws -> Value
) throws -> Value {
  let answer = try inForkedProcess(seconds: seconds) {
    (try? JSONEncoder().encode(body())) ?? Data()
  }
  return try JSONDecoder().decode(Value.self, from: answer)
}

private let maxAttempts = 4

/// Returns the answer of a forked process; `nil` if the alarm ended the process.
private func answer(within seconds: UInt32, _ body: () -> Data) throws -> Data? {
  let answers = Pipe()
  let process = lk_fork_single_threaded()
  if process == 0 {
    setAlarm(seconds)
    answers.fileHandleForWriting.write(body())
    _exit(0)
  }
  try #require(process > 0)
  try answers.fileHandleForWriting.close()
  let answer = try answers.fileHandleForReading.readToEnd() ?? Data()
  var status: Int32 = 0
  _ = unsafe waitpid(process, &status, 0)
  return status & 0x7F == SIGALRM ? nil : answer
}

/// Sets an alarm that ends the process. The threads of libdispatch block the signal.
private func setAlarm(_ seconds: UInt32) {
  var signals = sigset_t()
  unsafe sigemptyset(&signals)
  unsafe sigaddset(&signals, SIGALRM)
  unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  alarm(seconds)
}
