import Foundation

/// A folder that one process at a time writes to.
///
/// The lock is the kernel's, on the folder itself: it creates no file, and ends with the process.
struct FolderLock: ~Copyable {
  /// The number of seconds to wait for another process.
  private static let patience = 10.0

  private let descriptor: Int32
  /// A Boolean value indicating whether no other process has the lock. If the file system has no
  /// locks, or the other process does not finish in time, it is `false`, and files are written
  /// without a lock.
  let isExclusive: Bool

  init(of folder: URL) {
    let descriptor = unsafe open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    let deadline = Date(timeIntervalSinceNow: Self.patience)
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
