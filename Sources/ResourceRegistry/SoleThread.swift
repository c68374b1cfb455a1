#if canImport(Glibc)
  import Glibc
#endif

/// Whether the calling thread is the only one of the process.
///
/// An atomic exchange takes longer than all else that is done to register an object, and a
/// program that has no second thread needs none. glibc keeps a flag for that, which it takes
/// back before it makes a thread, and of which its own allocator and streams make the same
/// use. Where there is no such flag there are always thought to be others.
@safe
struct SoleThread {
  private let flag: UnsafePointer<CChar>

  /// Looks the flag up.
  init() {
    #if canImport(Glibc)
      // A variable of the C library, at one place as long as the process lives.
      if let symbol = unsafe dlsym(nil, "__libc_single_threaded") {
        unsafe self.init(flag: UnsafePointer(symbol.assumingMemoryBound(to: CChar.self)))
        return
      }
    #endif
    self.init(isAlone: false)
  }

  /// Is alone or not for ever.
  init(isAlone: Bool) {
    let constant = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    unsafe constant.initialize(to: isAlone ? 1 : 0)
    unsafe self.init(flag: UnsafePointer(constant))
  }

  private init(flag: UnsafePointer<CChar>) {
    unsafe self.flag = flag
  }

  /// True until this thread makes another: what it does meanwhile, nobody else sees.
  @inline(__always)
  var isAlone: Bool { unsafe flag.pointee != 0 }
}
