import Foundation
import Reporting

/// A file that the command reads: a report, a baseline, a list of suppressions or a configuration.
///
/// Neither the contents nor the kind of the file is trusted: opening it never blocks, and reading
/// waits at most ``timeout`` seconds for the next bytes of a pipe. Pipes are supported, so that a
/// shell's process substitution works.
struct InputFile {
  /// The reason why a file was not read.
  enum Failure: Error, Equatable, CustomStringConvertible {
    case system(Int32)
    case folder
    case device
    case tooLarge(Int)
    case silent

    var description: String {
      switch self {
      case .system(let code): SystemError.message(for: code)
      case .folder: "it is a folder"
      case .device: "it is a device or a socket"
      case .tooLarge(let limit): "it is larger than \(limit >> 20) MiB"
      case .silent: "no data arrived on the pipe for \(InputFile.timeout) seconds"
      }
    }
  }

  /// The number of seconds to wait for the next bytes from a pipe.
  private static let timeout: Int32 = 10

  let path: String
  /// The maximum size to read, in bytes.
  let limit: Int

  /// Returns the file's contents.
  func bytes() throws(Failure) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .system(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .system(errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG, S_IFIFO: break
    case S_IFDIR: throw .folder
    default: throw .device
    }
    guard status.st_size <= limit else { throw .tooLarge(limit) }
    return try contents(of: descriptor, expecting: Int(status.st_size))
  }

  /// Returns the bytes of an open file.
  ///
  /// - Parameter size: The size of the file; 0 if unknown.
  private func contents(of descriptor: Int32, expecting size: Int) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    // The first read returns all bytes of a regular file. Further reads return bytes that were
    // appended in the meantime, or detect the end of the file.
    var room = max(size + 1, 1 << 16)
    while true {
      let chunk = try Self.chunk(of: descriptor, upTo: room)
      if chunk.isEmpty { return bytes }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
      guard bytes.count <= limit else { throw .tooLarge(limit) }
      room = 1 << 16
    }
  }

  private static func chunk(of descriptor: Int32, upTo room: Int) throws(Failure) -> [UInt8] {
    while true {
      var code: Int32 = 0
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        // `read` writes at most `room` bytes, which is the capacity of the buffer.
        let status = unsafe read(descriptor, buffer.baseAddress, room)
        if status < 0 { code = errno }
        count = max(0, status)
      }
      switch code {
      case 0: return chunk
      case EINTR: continue
      case EAGAIN: try awaitInput(descriptor)
      default: throw .system(code)
      }
    }
  }

  private static func awaitInput(_ descriptor: Int32) throws(Failure) {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let status = unsafe poll(&request, 1, timeout * 1_000)
    if status == 0 { throw .silent }
    if status < 0, errno != EINTR { throw .system(errno) }
  }
}

extension InputFile {
  /// Returns the contents of a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - kind: The kind of file, such as `baseline`, for error messages.
  ///   - limit: The maximum size to read, in bytes.
  ///   - hint: What the user can do if there is no such file.
  static func bytes(
    at path: String, as kind: String, limit: Int, ifMissing hint: String? = nil
  ) throws(CommandError) -> [UInt8] {
    do throws(Failure) {
      return try InputFile(path: path, limit: limit).bytes()
    } catch {
      let advice = error == .system(ENOENT) ? hint.map { "; \($0)" } : nil
      throw CommandError("the \(kind) '\(path)' cannot be read: \(error)\(advice ?? "")")
    }
  }
}
