#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard error, for the messages of a debug build.
enum StandardError {
  static func write(_ text: String) {
    let bytes = Array(text.utf8)
    // The buffer is valid during the call. A failed write cannot be reported, so it is ignored.
    _ = unsafe bytes.withUnsafeBytes { unsafe writeToStandardError($0) }
  }
}

private func writeToStandardError(_ bytes: UnsafeRawBufferPointer) -> Int {
  unsafe write(STDERR_FILENO, bytes.baseAddress, bytes.count)
}

/// The identity of a thread.
struct ThreadIdentity {
  /// A number that identifies the calling thread among all running threads; never 0.
  static var current: UInt {
    #if canImport(Darwin)
      unsafe UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }
}

/// Storage for one object per thread, created on first use and released when the thread ends.
struct ThreadLocal<Object: AnyObject>: Sendable {
  private let key: pthread_key_t

  init() {
    var key = pthread_key_t()
    #if canImport(Darwin)
      let status = unsafe pthread_key_create(&key) {
        unsafe Unmanaged<AnyObject>.fromOpaque($0).release()
      }
    #else
      let status = unsafe pthread_key_create(&key) { pointer in
        if let pointer = unsafe pointer {
          unsafe Unmanaged<AnyObject>.fromOpaque(pointer).release()
        }
      }
    #endif
    precondition(
      status == 0, "pthread_key_create failed: no thread-specific data key is available.")
    self.key = key
  }

  /// Returns the calling thread's object, which `make` creates at the first call on the thread.
  @inline(__always)
  func value(orMake make: () -> Object) -> Object {
    if let pointer = unsafe pthread_getspecific(key) {
      // The code below stored this pointer. The object stays retained until the thread ends.
      return unsafe Unmanaged<Object>.fromOpaque(pointer).takeUnretainedValue()
    }
    let object = make()
    unsafe pthread_setspecific(key, Unmanaged.passRetained(object).toOpaque())
    return object
  }
}
