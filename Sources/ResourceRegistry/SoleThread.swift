#if canImport(Glibc)
  import Glibc
#endif

/// A flag that indicates whether the calling thread is the only thread of the process.
///
/// An atomic exchange takes longer than all other steps of registering an object, and a program
/// with only one thread does not need it. glibc maintains such a flag for its own allocator and I/O
/// streams, and clears it before it creates a thread. Where no such flag exists, other threads are
/// assumed to exist.
@safe
struct SoleThread {
  private let flag: UnsafePointer<CChar>

  /// Creates a flag that reads the flag of the C library or, if there is none, is always `false`.
  init() {
    #if canImport(Glibc)
      // The symbol is a variable of the C library, which exists as long as the process.
      if let symbol = unsafe dlsym(nil, "__libc_single_threaded") {
        unsafe self.init(flag: UnsafePointer(symbol.assumingMemoryBound(to: CChar.self)))
        return
      }
    #endif
    self.init(isAlone: false)
  }

  /// Creates a flag with a constant value.
  init(isAlone: Bool) {
    let constant = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    unsafe constant.initialize(to: isAlone ? 1 : 0)
    unsafe self.init(flag: UnsafePointer(constant))
  }

  private init(flag: UnsafePointer<CChar>) {
    unsafe self.flag = flag
  }

  /// A Boolean value indicating whether the calling thread is known to be the only thread of the
  /// process. Once the value is `true`, it stays `true` until this thread creates another thread.
  @inline(__always)
  var isAlone: Bool { unsafe flag.pointee != 0 }
}
