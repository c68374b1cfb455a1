#if canImport(Glibc)
  import Glibc
#endif

/// A flag that states whether the calling thread is the only one of the process.
///
/// An atomic exchange takes longer than the rest of registering an object, and a program without a
/// second thread needs none. glibc maintains such a flag, which it clears before it creates a
/// thread, and uses it in its own allocator and streams. Where the flag does not exist, other
/// threads are assumed.
@safe
struct SoleThread {
  private let flag: UnsafePointer<CChar>

  /// Looks up the flag of the C library.
  init() {
    #if canImport(Glibc)
      // A variable of the C library, which exists as long as the process.
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

  /// A Boolean value indicating whether no other thread exists. It stays `true` until this thread
  /// creates another.
  @inline(__always)
  var isAlone: Bool { unsafe flag.pointee != 0 }
}
