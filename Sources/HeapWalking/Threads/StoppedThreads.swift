import CRecorder

/// The threads of this process that were stopped, and the events at which they are.
package enum StoppedThreads {
  /// Has the threads of this program receive the signal that stops them. To be called before
  /// there are any.
  package static func allow() { lk_allow_stopping() }

  /// The indices of the stopped threads.
  static var indices: Range<Int> { 0..<lk_stopped_count() }

  /// The lowest address in use of a stopped thread's stack; `nil` for one that ended meanwhile.
  static func stack(at index: Int) -> UInt? {
    let stack = lk_stopped_stack(index)
    return stack == 0 ? nil : stack
  }

  /// The thread pointers of the stopped threads.
  static var threadPointers: [UInt] {
    indices.map { lk_stopped_thread_pointer($0) }.filter { $0 != 0 }
  }

  /// Calls `body` with each word in the registers of the stopped threads and of the one that ends
  /// the program, and under their pthread keys.
  static func eachWord(_ body: (UInt) -> Void) {
    var words: UnsafePointer<UInt>?
    for index in indices {
      let count = unsafe lk_stopped_words(index, &words)
      // Valid: memory that lives as long as the process.
      unsafe UnsafeBufferPointer(start: words, count: count).forEach(body)
    }
    let count = unsafe lk_last_registers(&words)
    // Valid: an array that lives as long as the process.
    unsafe UnsafeBufferPointer(start: words, count: count).forEach(body)
  }

  /// Has `body` called at the program's end, after what the program itself registered.
  ///
  /// It receives the lowest address of the ending thread's stack that the program uses: what
  /// lies below was left by functions that have returned. To be called before `main`.
  package static func atProgramEnd(_ body: @convention(c) (UInt) -> Void) {
    lk_at_program_end(body)
  }

  /// Has `hostile` called before the program installs a filter of system calls (seccomp) that would
  /// end it at a call that an analysis needs, and `tolerated` after it installed another one. To be
  /// called before `main`.
  package static func atFilters(
    hostile: @convention(c) () -> Void, tolerated: @convention(c) () -> Void
  ) {
    lk_at_filters(hostile, tolerated)
  }

  /// Has `body` called in each process that the program forks. To be called before `main`.
  package static func inForkedProcesses(_ body: @convention(c) () -> Void) {
    lk_in_forked_processes(body)
  }

  /// Has `body` called when the first thread leaves the program to the others.
  package static func atFirstThreadsExit(_ body: @convention(c) () -> Void) {
    lk_at_first_thread_exit(body)
  }

  /// The first thread has left, and the calling one is the last.
  package static var isLastThread: Bool { lk_is_only_thread() }

  /// Has `body` called where the program crashes, unless it handles that itself; the program
  /// then goes on to die. To be called before `main`.
  package static func atCrash(_ body: @convention(c) (UnsafeRawPointer?) -> Void) {
    unsafe lk_at_crash(body)
  }

  /// Has `body` called before the program starts its second thread.
  package static func beforeSecondThread(_ body: @convention(c) () -> Void) {
    lk_before_second_thread(body)
  }
}
