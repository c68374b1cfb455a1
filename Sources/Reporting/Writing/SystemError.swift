import Foundation

/// Messages of the operating system.
package enum SystemError {
  /// Returns the system's message for an error number: `No such file or directory`.
  package static func message(for code: Int32) -> String {
    // `strerror` returns a string that is valid until the next call; it is copied at once.
    unsafe String(cString: unsafe strerror(code))
  }

  /// Returns the cause of a Foundation error in one clause, without the error's properties.
  package static func cause(of error: any Error) -> String {
    if let error = error as? POSIXError { return message(for: error.code.rawValue) }
    if let error = error as? CocoaError,
      let underlying = unsafe error.userInfo[NSUnderlyingErrorKey] as? any Error
    {
      return cause(of: underlying)
    }
    let error = error as NSError
    return error.domain == NSPOSIXErrorDomain
      ? message(for: Int32(error.code)) : error.localizedDescription
  }
}
