import Foundation

/// A lock on a folder, so that only one process at a time writes to it.
///
/// The kernel locks the folder itself. The lock creates no file and is released when the process
/// ends.
struct FolderLock: ~Copyable {
  /// The number of seconds to wait for another process.
  private static let timeout = 10.0

  private let descriptor: Int32
  /// A Boolean value indicating whether this process has the lock. It is `false` if the folder
  /// cannot be opened, if the file system does not support locks, or if another process did not
  /// release the lock in time; files are then written without a lock.
  let isExclusive: Bool

  init(of folder: URL) {
    let descriptor = unsafe open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    let deadline = Date(timeIntervalSinceNow: Self.timeout)
    var isLocked = false
    while descriptor >= 0 {
      isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
      let isBusy = !isLocked && (errno == EWOULDBLOCK || errno == EINTR)
      guard isBusy, Date() < deadline else { break }
      usleep(10_000)
    }
    self.descriptor = descriptor
    isExclusive = isLocked
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}
