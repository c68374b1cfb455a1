import Findings
import Foundation
import Synchronization

/// A watch over the running matrix cell. It prints the name of a cell that crashes this process or
/// does not end.
enum CellWatch {
  /// The address of the running cell's name, a C string that `next(_:)` allocates; 0 if no cell
  /// runs.
  private static let name = Atomic<UInt>(0)
  private static let seconds = Atomic<UInt32>(0)
  /// The actions for the crash signals before the watch began (see sigaction(2)). These actions
  /// print a backtrace or end the process.
  nonisolated(unsafe) private static var actions: [Int32: sigaction] = [:]
  private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT]

  /// Begins the watch.
  ///
  /// - Parameter seconds: The time limit for one cell, in seconds. If a cell exceeds the limit,
  ///   this process ends.
  static func begin(limit seconds: UInt32) {
    Self.seconds.store(seconds, ordering: .relaxed)
    for number in crashes {
      var action = sigaction()
      unsafe action.__sigaction_handler.sa_handler = { CellWatch.reportCrash($0) }
      action.sa_flags = SA_ONSTACK
      var before = sigaction()
      unsafe sigaction(number, &action, &before)
      unsafe actions[number] = before
    }
    signal(SIGALRM) { _ in CellWatch.reportDelay() }
    // These signals may be blocked, because a process inherits the blocked signals of the thread
    // that starts it, and threads of libdispatch block signals.
    var watched = sigset_t()
    unsafe sigemptyset(&watched)
    for number in crashes + [SIGALRM] { unsafe sigaddset(&watched, number) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &watched, nil)
  }

  /// Ends the watch.
  static func end() {
    alarm(0)
    name.store(0, ordering: .releasing)
    for (number, before) in unsafe actions {
      var before = before
      unsafe sigaction(number, &before, nil)
    }
    signal(SIGALRM, SIG_DFL)
  }

  /// Watches the next cell.
  static func next(_ cell: String) {
    let text = unsafe strdup(cell)
    let before = name.exchange(UInt(bitPattern: text), ordering: .acquiringAndReleasing)
    unsafe free(UnsafeMutableRawPointer(bitPattern: before))
    alarm(seconds.load(ordering: .relaxed))
  }

  /// Prints the name of the cell, and restores the signal's previous action. The signal then occurs
  /// again, because the faulting instruction runs again or because `SIGABRT` is raised again.
  private static func reportCrash(_ number: Int32) {
    write("leakcheck: the cell ")
    writeName()
    write(" crashed\n")
    var before = unsafe actions[number] ?? sigaction()
    unsafe sigaction(number, &before, nil)
    if number == SIGABRT { raise(number) }
  }

  private static func reportDelay() {
    write("leakcheck: the cell ")
    writeName()
    write(" has not ended in time (--cell-timeout)\n")
    _exit(ExitStatus.programFailed)
  }

  /// Writes text by a system call that is safe in a signal handler.
  private static func write(_ text: StaticString) {
    _ = unsafe Foundation.write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
  }

  private static func writeName() {
    guard let text = unsafe UnsafePointer<CChar>(bitPattern: name.load(ordering: .acquiring))
    else { return }
    _ = unsafe Foundation.write(STDERR_FILENO, text, strlen(text))
  }
}
