import Foundation

/// Messages of the operating system.
enum SystemError {
  /// Returns what the system says about an error number: `No such file or directory`.
  static func message(for code: Int32) -> String {
    // `strerror` returns a string that is valid until the next call; it is copied at once.
    unsafe String(cString: strerror(code))
  }

  /// Returns the cause of an error of Foundation in one clause, without its dump of properties.
  static func cause(of error: any Error) -> String {
    let error = error as NSError
    let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    return underlying.domain == NSPOSIXErrorDomain
      ? message(for: Int32(underlying.code)) : error.localizedDescription
  }
}
