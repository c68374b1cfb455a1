import Foundation

/// What changes when a file is written again.
struct FileStamp: CustomStringConvertible {
  private let status: stat?

  init(_ path: String) {
    var status = stat()
    self.status = unsafe stat(path, &status) == 0 ? status : nil
  }

  var description: String {
    guard let status else { return "none" }
    return "\(status.st_ino) \(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
      + " \(status.st_mode) \(status.st_uid)"
  }

  var isOwnedByThisUser: Bool {
    guard let status else { return false }
    return status.st_uid == getuid() && status.st_mode & S_IWOTH == 0
  }
}
