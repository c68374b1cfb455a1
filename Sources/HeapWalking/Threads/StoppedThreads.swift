import CRecorder

/// The stopped threads of this process, and handlers for events of its threads.
package enum StoppedThreads {
  /// Makes the threads of this program accept the signal that stops them. Call this before the
  /// program creates threads.
  package static func allow() { lk_allow_stopping() }

  /// The indices of the stopped threads.
  static var indices: Range<Int> { 0..<lk_stopped_count() }

  /// Returns the lowest address in use of a stopped thread's stack; `nil` for a thread that has
  /// ended since.
  static func stack(at index: Int) -> UInt? {
    let stack = lk_stopped_stack(index)
    return stack == 0 ? nil : stack
  }

  /// The thread pointers of the stopped threads.
  static var threadPointers: [UInt] {
    indices.map { lk_stopped_thread_pointer($0) }.filter { $0 != 0 }
  }

  /// Calls `body` with each word in the registers and pthread keys of the stopped threads and of
  /// the thread that ends the program.
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

  /// Sets a function to call at the program's end, after the functions that the program registered.
  ///
  /// Its argument is the lowest address of the ending thread's stack that the program uses: memory
  /// below that address contains stale words of functions that have returned. Call this before
  /// `main`.
  package static func atProgramEnd(_ body: @convention(c) (UInt) -> Void) {
    lk_at_program_end(body)
  }

  /// Sets the functions to call when the program installs a filter of system calls (seccomp). Call
  /// this before `main`.
  ///
  /// - Parameters:
  ///   - hostile: A function to call before the program installs a filter that would kill it at a
  ///     system call of an analysis. It receives the number of the system call. After it has
  ///     returned, the recorder makes no further system calls.
  ///   - tolerated: A function to call after the program has installed any other filter.
  package static func atFilters(
    hostile: @convention(c) (Int32) -> Void, tolerated: @convention(c) () -> Void
  ) {
    lk_at_filters(hostile, tolerated)
  }

  /// Sets a function to call in each process that the program forks. Call this before `main`.
  package static func inForkedProcesses(_ body: @convention(c) () -> Void) {
    lk_in_forked_processes(body)
  }

  /// Sets a function to call when the first thread ends while others run.
  package static func atFirstThreadsExit(_ body: @convention(c) () -> Void) {
    lk_at_first_thread_exit(body)
  }

  /// Keeps the objects in local variables of the functions that call `dispatchMain()` in use, because
  /// that function never returns. Call this before `main`.
  package static func keepFramesAtDispatchMain() {
    lk_keep_frames_at_dispatch_main()
  }

  /// A Boolean value indicating whether the first thread has ended and the calling thread is the
  /// last one.
  package static var isLastThread: Bool { lk_is_only_thread() }

  /// Sets a function to call when the program crashes, unless the program handles the signal
  /// itself. Afterwards the signal has its usual effect. Call this before `main`.
  package static func atCrash(_ body: @convention(c) (UnsafeRawPointer?) -> Void) {
    unsafe lk_at_crash(body)
  }

  /// Undoes ``atCrash(_:)``.
  package static func withdrawAtCrash() { lk_withdraw_at_crash() }

  /// Clears the vector registers at the start of each new thread of the program. Otherwise they
  /// would contain words of the creating thread.
  ///
  /// - Parameter second: A function to call before the program starts its second thread.
  package static func atThreadCreation(second: (@convention(c) () -> Void)?) {
    lk_at_thread_creation(second)
  }
}
