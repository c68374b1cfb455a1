import CRecorder

/// The thread-local variables of libdispatch, which own none of the program's objects.
///
/// In these variables, a thread caches the records of the last pieces of work that it ran. The
/// records still contain the addresses of objects that this work used. The objects that the current
/// work uses are found without these variables, because their addresses are on the thread's stack.
/// Source: `_dispatch_continuation_free_cacheonly` in `inline_internal.h` of libdispatch.
enum DispatchThreadLocals {
  /// Returns the memory of these variables in the calling thread and in all stopped threads whose
  /// thread pointer is known, in ascending order; empty if the variables are not found.
  static func ranges() -> [Range<UInt>] {
    guard let (offset, length) = location() else { return [] }
    let pointers = Set(StoppedThreads.threadPointers + [lk_thread_pointer()])
    return pointers.filter { $0 != 0 }.sorted().map { pointer in
      let start = pointer &+ UInt(bitPattern: offset)
      return start..<start + UInt(length)
    }
  }

  /// The size in bytes of a record of work, a `dispatch_continuation_s`.
  static let continuationSize = 64
  /// The offset in a record of work at which a 32-bit number is stored: the number of records in the
  /// rest of a thread's cache, including this one (`dc_cache_cnt`).
  private static let cachedCount = 8
  /// The offset in a record of work at which the address of the next record is stored (`do_next`).
  static let nextContinuation = 16
  /// The offset in a record of work at which the address of the block to run is stored (`dc_ctxt`).
  static let blockOfContinuation = 40

  /// Returns whether the record `next`, to which a cached record refers, is in the same cache.
  ///
  /// A thread may have been stopped while it added `record` to its cache. The record may then still
  /// refer to the next record of the queue, which is in use. The numbers of the records distinguish
  /// the two cases.
  static func isCached(_ next: Address, after record: Address) -> Bool {
    record.uint32(cachedCount) == next.uint32(cachedCount) &+ 1
  }

  private static func location() -> (offset: Int, length: Int)? {
    var (offset, length) = (0, 0)
    // If libdispatch is linked statically, its variables are part of the program's own thread-local
    // variables. A loaded libdispatch.so is then used only by the analysis.
    guard let runtime = ProgramRuntime.linkedIn else {
      return unsafe lk_thread_locals_of("libdispatch.so", &offset, &length)
        ? (offset, length) : nil
    }
    guard let symbol = runtime.threadLocal(named: "__dispatch_tsd"),
      unsafe lk_thread_locals_of("", &offset, &length),
      symbol.value + UInt(symbol.size) <= UInt(length)
    else { return nil }
    return (offset + Int(symbol.value), Int(symbol.size))
  }
}
