import CRecorder

/// A namespace for the stopped threads of this process. Its functions also register handlers for
/// events such as a crash or the end of the program.
package enum StoppedThreads {
  /// Makes the threads of this program accept the signal that stops them. Call this before the
  /// program creates threads.
  package static func allow() { lk_allow_stopping() }

  /// The indices of the threads that were to be stopped. Some of them may have ended, or may not
  /// have been stopped.
  static var indices: Range<Int> { 0..<lk_stopped_count() }

  /// Returns the lowest address in use on the stack of a stopped thread; `nil` if the thread has
  /// ended or was not stopped.
  static func stack(at index: Int) -> UInt? {
    let stack = lk_stopped_stack(index)
    return stack == 0 ? nil : stack
  }

  /// The known thread pointers of the stopped threads. The thread pointer of a thread that was
  /// stopped without a signal handler is unknown.
  static var threadPointers: [UInt] {
    indices.map { lk_stopped_thread_pointer($0) }.filter { $0 != 0 }
  }

  /// Returns, for each stopped thread and for the thread that ends the program, the lowest address
  /// in use on its stack and the thread pointer; the thread pointer is 0 if it is unknown.
  ///
  /// - Parameter endingThread: The lowest address in use on the stack of the calling thread, which
  ///   ends the program; `nil` if there is no such thread.
  static func all(endingThread: UInt?) -> [(stack: UInt, pointer: UInt)] {
    let ending = endingThread.map { [(stack: $0, pointer: lk_thread_pointer())] } ?? []
    return ending
      + indices.compactMap { index in
        stack(at: index).map { ($0, lk_stopped_thread_pointer(index)) }
      }
  }

  /// Calls `body` with each word in the registers and pthread keys of the stopped threads, and in
  /// the registers of the thread that ends the program.
  static func eachWord(_ body: (UInt) -> Void) {
    var words: UnsafePointer<UInt>?
    for index in indices {
      let count = unsafe lk_stopped_words(index, &words)
      // The words can be read, because their memory exists as long as the process.
      unsafe UnsafeBufferPointer(start: words, count: count).forEach(body)
    }
    let count = unsafe lk_last_registers(&words)
    // The registers can be read, because their array exists as long as the process.
    unsafe UnsafeBufferPointer(start: words, count: count).forEach(body)
  }

  /// Calls `body` with the registers, and with the lowest address in use on the stack, of each
  /// thread that was executing code and did not wait in the kernel when it was stopped, or when a
  /// signal ended the program.
  ///
  /// - Parameter endingThread: The lowest address in use on the stack of the thread that ends the
  ///   program.
  static func eachWorkingThread(
    endingThread: UInt?, _ body: (_ registers: [UInt], _ stack: UInt) -> Void
  ) {
    var words: UnsafePointer<UInt>?
    for index in indices where !lk_stopped_while_waiting(index) {
      guard let stack = stack(at: index) else { continue }
      let count = unsafe lk_stopped_registers(index, &words)
      // The words can be read, because their memory exists as long as the process.
      body(unsafe Array(UnsafeBufferPointer(start: words, count: count)), stack)
    }
    if lk_last_thread_was_working(), let endingThread {
      let count = unsafe lk_last_registers(&words)
      // The registers can be read, because their array exists as long as the process.
      body(unsafe Array(UnsafeBufferPointer(start: words, count: count)), endingThread)
    }
  }

  /// The results of the threads that have ended and wait to be joined.
  static var resultsOfEndedThreads: [UInt] {
    unsafe Array(unsafeUninitializedCapacity: maxEndedThreads) { buffer, count in
      // The call writes at most `buffer.count` results.
      count = unsafe lk_results_of_ended_threads(buffer.baseAddress, buffer.count)
    }
  }

  /// The maximum number of results to read. By default, Linux allows fewer mappings of memory, and
  /// the stack of each of these threads is still mapped.
  private static let maxEndedThreads = 1 << 16

  /// Sets a function to call when the program ends. It is called after the program's own exit
  /// handlers, if the program runs them.
  ///
  /// The function receives the lowest address in use on the stack of the thread that ends the
  /// program. Memory below that address contains stale words of functions that have returned. Call
  /// this before `main`.
  package static func atProgramEnd(_ body: @convention(c) (UInt) -> Void) {
    lk_at_program_end(body)
  }

  /// Sets the functions to call when the program installs a system call filter (seccomp). Call this
  /// before `main`.
  ///
  /// - Parameters:
  ///   - folder: The folder with the memory that the program shares with the supervisor, the
  ///     process that started the program.
  ///   - incompatible: A function to call before the program installs an incompatible filter. A
  ///     filter is incompatible if it may do more than refuse a system call that an analysis makes.
  ///     For example, it may kill the program. The function receives the number of that system
  ///     call. After the function has returned, the recorder makes no further system calls.
  ///   - compatible: A function to call after the program has installed any other filter.
  package static func atFilters(
    folder: String, incompatible: @convention(c) (Int32) -> Void,
    compatible: @convention(c) () -> Void
  ) {
    unsafe lk_at_filters(folder, incompatible, compatible)
  }

  /// A Boolean value indicating whether the analysis must not make system calls, because a filter
  /// may respond to one by killing the program. Unless such a filter is already known, reading the
  /// property asks the supervisor (see ``atFilters(folder:incompatible:compatible:)``) about
  /// undetected filters and waits for the answer: usually about 10 milliseconds, at most about one
  /// second.
  package static var mustAvoidSystemCalls: Bool { lk_must_avoid_system_calls() }

  /// Allows this process, a fork of the program, to install system call filters without calling
  /// the functions that were passed to ``atFilters(folder:incompatible:compatible:)``.
  package static func ignoreFilters() { lk_ignore_filters() }

  /// Sets a function to call in each process that the program forks. Call this before `main`.
  package static func inForkedProcesses(_ body: @convention(c) () -> Void) {
    lk_in_forked_processes(body)
  }

  /// Sets a function to call when the program's first thread calls `pthread_exit`. After that call,
  /// the program ends when its last thread ends.
  package static func atFirstThreadsExit(_ body: @convention(c) () -> Void) {
    lk_at_first_thread_exit(body)
  }

  /// Makes the analysis search the local variables of the functions that call `dispatchMain()`.
  /// That call never returns, so the objects in these variables are in use. Call this before
  /// `main`.
  package static func keepFramesAtDispatchMain() {
    lk_keep_frames_at_dispatch_main()
  }

  /// A Boolean value indicating whether the first thread waits in `dispatchMain()`, so that it
  /// never ends.
  package static var isFirstInDispatchMain: Bool { lk_first_thread_is_in_dispatch_main() }

  /// A Boolean value indicating whether the first thread has ended and the calling thread is the
  /// last one.
  package static var isLastThread: Bool { lk_is_only_thread() }

  /// Sets a function to call when the program crashes, unless the program handles the signal
  /// itself. The function receives the interrupted context, a `ucontext_t`. After it has returned,
  /// the signal has its usual effect. Call this before `main`.
  package static func atCrash(_ body: @convention(c) (UnsafeRawPointer?) -> Void) {
    unsafe lk_at_crash(body)
  }

  /// Undoes ``atCrash(_:)``.
  package static func withdrawAtCrash() { lk_withdraw_at_crash() }

  /// Makes each new thread start with cleared vector registers. Without this, the registers would
  /// still contain words of the thread that created the new one.
  ///
  /// - Parameter second: A function to call before the program starts its second thread.
  package static func atThreadCreation(second: (@convention(c) () -> Void)?) {
    lk_at_thread_creation(second)
  }
}
