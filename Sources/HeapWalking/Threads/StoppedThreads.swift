import CRecorder

/// The other threads of this process, stopped for a moment.
package enum StoppedThreads {
  /// Runs `body` while they stand still, which they do for a second or two at most.
  ///
  /// Calls that wait in the kernel return early in a thread that was stopped, so this is for
  /// programs that are ending.
  ///
  /// - Returns: What `body` returned, and whether all threads stood still until then.
  package static func during<Value>(_ body: () throws -> Value) rethrows -> (Value, Bool) {
    let didStop = lk_stop_threads()
    var didStay = false
    let value: Value
    do {
      defer { didStay = lk_resume_threads() }
      value = try body()
    }
    return (value, didStop && didStay)
  }

  /// Has the threads of this program take the signal that stops them. To be called before
  /// there are any.
  package static func allow() { lk_allow_stopping() }

  /// The lowest address in use of each stopped thread's stack.
  static var stacks: [UInt] {
    var start: UnsafePointer<UInt>?
    let count = unsafe lk_stopped_stacks(&start)
    // Valid: an array that lives as long as the process.
    return unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// The thread pointer of each stopped thread.
  static var threadPointers: [UInt] {
    var start: UnsafePointer<UInt>?
    let count = unsafe lk_stopped_thread_pointers(&start)
    // Valid: an array that lives as long as the process.
    return unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// The words in their registers and in those of the thread that ends the program, and under
  /// pthread's keys.
  static var words: [UInt] {
    var start: UnsafePointer<UInt>?
    let count = unsafe lk_noted_registers(&start)
    // Valid: an array that lives as long as the process.
    return unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// Has `body` called at the program's end, after what the program itself registered.
  ///
  /// It is given the lowest address of the ending thread's stack that the program uses: what
  /// lies below was left by functions that have returned. To be called before `main`.
  package static func atProgramEnd(_ body: @convention(c) (UInt) -> Void) {
    lk_at_program_end(body)
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
