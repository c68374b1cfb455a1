import Foundation
import Reporting

/// A temporary folder that only this user can read or write.
///
/// A report may contain private information, such as the names of types, and another user must not
/// be able to place a report there.
struct PrivateFolder {
  let url: URL

  /// Creates the folder, with mode 0700.
  ///
  /// - Parameter parent: The folder that it is created in; `TMPDIR` by default.
  init(in parent: URL = FileManager.default.temporaryDirectory) throws(UsageError) {
    var template = Array(parent.appending(path: "leakcheck-XXXXXX").path.utf8CString)
    let code = unsafe template.withUnsafeMutableBufferPointer { buffer in
      // The buffer holds the template and its terminator, which `mkdtemp` overwrites in place.
      guard let text = buffer.baseAddress else { return EINVAL }
      return unsafe mkdtemp(text) == nil ? errno : 0
    }
    guard code == 0 else {
      throw UsageError(
        "the temporary folder '\(parent.path)' cannot be written to: "
          + "\(SystemError.message(for: code)); set TMPDIR to one that can")
    }
    let path = template.dropLast().map { UInt8(bitPattern: $0) }
    url = URL(fileURLWithPath: String(decoding: path, as: UTF8.self), isDirectory: true)
  }

  /// Removes the folder with everything in it.
  func remove() {
    try? FileManager.default.removeItem(at: url)
  }
}
