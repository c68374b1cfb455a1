/// A type that determines from a thread's calls whether the thread waits in libdispatch for work.
///
/// All calls of such a thread are in libdispatch or in the C library. The thread's frames and
/// registers contain words of its last piece of work; these words own nothing.
struct IdleCalls {
  /// The code of libdispatch.
  var dispatchCode: [Range<UInt>]
  /// The code of the C library, which starts threads and contains the functions in which they wait.
  var libraryCode: [Range<UInt>]

  /// Returns whether a thread with these calls waits for work.
  ///
  /// - Parameter calls: The code addresses of the calls, innermost first.
  func includes(_ calls: [UInt]) -> Bool {
    let isInDispatch = calls.map { call in dispatchCode.contains { $0.contains(call) } }
    guard isInDispatch.contains(true) else { return false }
    return zip(calls, isInDispatch).allSatisfy { call, isInDispatch in
      isInDispatch || libraryCode.contains { $0.contains(call) }
    }
  }
}
