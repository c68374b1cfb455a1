import CRecorder
import Foundation
import Reporting

/// A temporary folder that only this user can read or write.
///
/// A report may contain private information, such as the names of types, and another user must not
/// be able to place a report there. If this process is killed, another process removes the folder.
struct PrivateFolder {
  let url: URL
  private let guardian: lk_folder_guard

  /// Creates the folder with mode 0700 in `TMPDIR`. If the variable is not set, the folder is
  /// created in the system's temporary folder, `/var/tmp` or `/dev/shm`. The first of these that is
  /// writable is used.
  init() throws(CommandError) {
    let preferred = FileManager.default.temporaryDirectory
    let others = unsafe getenv("TMPDIR") == nil ? ["/var/tmp", "/dev/shm"] : []
    try self.init(inFirstOf: [preferred] + others.map { URL(fileURLWithPath: $0) })
  }

  /// Creates the folder with mode 0700 in the first of the given folders that is writable.
  init(inFirstOf parents: [URL]) throws(CommandError) {
    var failures: [Failure] = []
    for parent in parents {
      do {
        (url, guardian) = try Self.create(in: parent)
        return
      } catch {
        failures.append(error)
      }
    }
    throw CommandError(
      "the temporary folder '\(parents.first?.path ?? "")' cannot be written to: "
        + "\(SystemError.message(for: failures.first?.code ?? ENOENT)); set TMPDIR to "
        + "a writable folder")
  }

  /// An error number of the system.
  private struct Failure: Error { var code: Int32 }

  private static func create(in parent: URL) throws(Failure) -> (URL, lk_folder_guard) {
    var template = Array(parent.appending(path: "leakcheck-XXXXXX").path.utf8CString)
    var guardian = lk_folder_guard()
    let code = unsafe template.withUnsafeMutableBufferPointer { buffer in
      // The buffer contains the template and its terminator. The name of the folder replaces the
      // template.
      guard let text = buffer.baseAddress else { return EINVAL }
      return unsafe lk_create_guarded_folder(text, &guardian)
    }
    guard code == 0 else { throw Failure(code: code) }
    let path = template.dropLast().map { UInt8(bitPattern: $0) }
    let url = URL(fileURLWithPath: String(decoding: path, as: UTF8.self), isDirectory: true)
    return (url, guardian)
  }

  /// Removes the folder with the files in it.
  func remove() { unsafe url.path.withCString { unsafe lk_remove_guarded_folder($0, guardian) } }
}
