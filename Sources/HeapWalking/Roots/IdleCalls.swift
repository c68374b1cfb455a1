/// A type that recognizes the calls of a thread that waits in libdispatch for work.
///
/// On such a thread, only the C library has called libdispatch. The thread's frames and registers
/// contain words of its last piece of work; these words own nothing.
struct IdleCalls {
  /// The code of libdispatch.
  var dispatchCode: [Range<UInt>]
  /// The code of the C library, which starts the threads and in which they wait.
  var libraryCode: [Range<UInt>]

  /// Returns whether a thread with these calls waits for work.
  ///
  /// - Parameter calls: The addresses of the code, the innermost call first.
  func includes(_ calls: [UInt]) -> Bool {
    let isInDispatch = calls.map { call in dispatchCode.contains { $0.contains(call) } }
    guard isInDispatch.contains(true) else { return false }
    return zip(calls, isInDispatch).allSatisfy { call, isInDispatch in
      isInDispatch || libraryCode.contains { $0.contains(call) }
    }
  }
}
