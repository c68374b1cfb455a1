import Foundation

/// A running tool. For each line that it receives, it returns one line: the answer.
///
/// A conversation suits tools that take a long time to start. The tool ends when the conversation
/// is deallocated or this process ends. The conversation uses a socket rather than two pipes,
/// because a write to a socket whose reader has ended can fail without a signal.
final class ToolConversation {
  private let socket: Int32
  private let child: pid_t
  private var unread: [UInt8] = []

  /// Starts the tool at `path`; `nil` if it cannot be run.
  init?(_ path: String, _ arguments: [String]) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    let child = ToolProcess.spawn(path, arguments, socket: ends[1])
    close(ends[1])
    guard let child else {
      close(ends[0])
      return nil
    }
    socket = ends[0]
    self.child = child
  }

  deinit {
    close(socket)
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) == -1 && errno == EINTR {}
  }

  /// Returns the tool's answer to a line; `nil` once the tool has ended.
  func answer(to line: String) -> String? {
    guard send(Array((line + "\n").utf8)) else { return nil }
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        let answer = String(decoding: unread[..<end], as: UTF8.self)
        unread.removeSubrange(...end)
        return answer
      }
      guard receive() else { return nil }
    }
  }

  private func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      // The call reads only the bytes of `rest`, which exists until the call returns.
      let count = unsafe rest.withUnsafeBytes {
        unsafe Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private func receive() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      // The call writes only to `buffer`, which exists until the call returns.
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe recv(socket, $0.baseAddress, $0.count, 0)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      unread += buffer.prefix(count)
      return true
    }
  }
}
