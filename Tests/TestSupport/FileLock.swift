import Foundation
import Testing

/// A lock that excludes other threads and processes.
struct FileLock: ~Copyable {
  private let descriptor: Int32

  /// Waits for the lock.
  init(_ path: String) throws {
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0, "\(path) cannot be opened")
    while flock(descriptor, LOCK_EX) != 0 { try #require(errno == EINTR) }
  }

  deinit { close(descriptor) }

  /// Gives up the lock, which closing alone does not while a process that was started in the
  /// meantime has the descriptor as well.
  func unlock() { flock(descriptor, LOCK_UN) }
}
