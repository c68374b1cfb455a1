import CRecorder
import Foundation

/// A test of whether a closure traps, in a forked process.
package enum TrapTest {
  /// The time in seconds after which a forked process that has not ended is killed.
  private static let timeout: UInt32 = 5

  /// Returns whether a closure traps, as a failed precondition does. The result is `false` if the
  /// process cannot be forked or is killed after the time limit.
  ///
  /// The closure runs in a forked process that has a single thread. The standard error of this
  /// process is discarded. The closure must not wait for another thread. It must not lock a
  /// `Mutex`, because a `Mutex` stores the identity of the original thread.
  package static func traps(_ body: () -> Void) -> Bool {
    let child = lk_fork_single_threaded()
    if child == 0 {
      endQuietly()
      body()
      _exit(0)
    }
    var status: Int32 = 0
    while child > 0, unsafe waitpid(child, &status, 0) == -1 && errno == EINTR {}
    let signal = status & 0x7f
    return child > 0 && (signal == SIGILL || signal == SIGTRAP)
  }

  /// Sets the time limit, and makes a trap end this process immediately, without a message, a
  /// backtrace or a core file.
  private static func endQuietly() {
    for number in [SIGILL, SIGTRAP, SIGALRM] { _ = signal(number, SIG_DFL) }
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe sigprocmask(SIG_SETMASK, &none, nil)
    var noCore = rlimit(rlim_cur: 0, rlim_max: 0)
    #if canImport(Glibc)
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noCore)
    #else
      unsafe setrlimit(RLIMIT_CORE, &noCore)
    #endif
    let nullDevice = unsafe open("/dev/null", O_WRONLY)
    if nullDevice >= 0 { dup2(nullDevice, STDERR_FILENO) }
    alarm(timeout)
  }
}
