import Foundation

// On a busy machine, a thread or task may start late. When all other threads sleep, they have done
// their work. The tests of commands append this file to programs that call its functions.

/// Waits until all other threads sleep, but no longer than 20 seconds.
@inline(never) func waitUntilOthersSleep() {
  let end = time(nil) + 20
  while !othersSleep(), time(nil) < end { usleep(1_000) }
}

/// Suspends the task until all other threads sleep, but no longer than 20 seconds.
func suspendUntilOthersSleep() async {
  let end = time(nil) + 20
  repeat { try? await Task.sleep(for: .milliseconds(1)) } while !othersSleep() && time(nil) < end
}

/// Returns whether only this thread runs. The threads are read three times, because a thread may be
/// woken by another one after its state was read.
private func othersSleep() -> Bool {
  for _ in 0..<3 {
    guard let threads = opendir("/proc/self/task") else { return true }
    defer { closedir(threads) }
    var running = 0
    while let entry = readdir(threads) {
      let thread = atoi(&entry.pointee.d_name.0)
      if thread > 0, isRunning(thread) { running += 1 }
    }
    guard running == 1 else { return false }
    usleep(500)
  }
  return true
}

/// Returns whether a thread does not sleep. Its state follows its name, which is in parentheses.
private func isRunning(_ thread: pid_t) -> Bool {
  let file = open("/proc/self/task/\(thread)/stat", O_RDONLY)
  guard file >= 0 else { return false }
  defer { close(file) }
  return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 128) { buffer in
    let bytes = buffer[..<max(0, read(file, buffer.baseAddress, buffer.count))]
    guard let name = bytes.lastIndex(of: UInt8(ascii: ")")), name + 2 < bytes.endIndex else {
      return false
    }
    return bytes[name + 2] != UInt8(ascii: "S")
  }
}
