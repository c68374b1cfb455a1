import Foundation
import Reporting

/// A temporary folder that only this user can read or write.
///
/// A report contains what the program may keep private, such as the names of its types, and
/// another user must not be able to put a report there.
struct PrivateFolder {
  let url: URL

  /// Creates the folder with mode 0700, where `TMPDIR` says; without that, in the system's
  /// temporary folder, or in shared memory where the system's files cannot be written.
  init() throws(UsageError) {
    let preferred = FileManager.default.temporaryDirectory
    let hasChoice = unsafe getenv("TMPDIR") == nil
    do {
      url = try Self.create(in: preferred)
    } catch {
      let others = hasChoice ? ["/var/tmp", "/dev/shm"] : []
      let other = others.lazy.compactMap { try? Self.create(in: URL(fileURLWithPath: $0)) }.first
      guard let other else {
        throw UsageError(
          "the temporary folder '\(preferred.path)' cannot be written to: "
            + "\(SystemError.message(for: error.code)); set TMPDIR to one that can")
      }
      url = other
    }
  }

  /// An error number of the system.
  private struct Failure: Error { var code: Int32 }

  private static func create(in parent: URL) throws(Failure) -> URL {
    var template = Array(parent.appending(path: "leakcheck-XXXXXX").path.utf8CString)
    let code = unsafe template.withUnsafeMutableBufferPointer { buffer in
      // The buffer holds the template and its terminator, which `mkdtemp` overwrites in place.
      guard let text = buffer.baseAddress else { return EINVAL }
      return unsafe mkdtemp(text) == nil ? errno : 0
    }
    guard code == 0 else { throw Failure(code: code) }
    let path = template.dropLast().map { UInt8(bitPattern: $0) }
    return URL(fileURLWithPath: String(decoding: path, as: UTF8.self), isDirectory: true)
  }

  /// Removes the folder with everything in it.
  func remove() {
    try? FileManager.default.removeItem(at: url)
  }
}
