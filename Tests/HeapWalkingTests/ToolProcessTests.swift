import Foundation
import Testing

@testable import HeapWalking

@Suite struct ToolProcessTests {
  /// Foundation's `Process` passes a descriptor to the child process, and waits until all copies of
  /// the descriptor are closed. A tool that inherited the descriptor as well would make it wait
  /// forever.
  @Test func aToolInheritsNoDescriptors() throws {
    var ends: [Int32] = [0, 0]
    var sockets: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0)
    let tool = try #require(ToolProcess.spawn("/bin/cat", [], socket: sockets[1]))
    defer {
      for descriptor in [ends[0]] + sockets { close(descriptor) }
      kill(tool, SIGKILL)
      waitpid(tool, nil, 0)
    }
    close(ends[1])
    var end = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
    #expect(poll(&end, 1, 5000) == 1)
    #expect(end.revents & Int16(POLLHUP) != 0)
    #expect(kill(tool, 0) == 0)
  }
}
