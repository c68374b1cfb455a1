import Foundation
import TestSupport
import Testing

/// Tests of the colors of a report if one of the standard streams is a terminal.
@Suite(.runsPrograms) struct RedirectedReportTests {
  /// The report goes to standard error. Only if that stream is a terminal may it have colors.
  @Test(arguments: [true, false])
  func theReportHasColorsOnlyOnATerminal(isErrorTheTerminal: Bool) throws {
    let source = """
      final class Node { var next: Node? }
      let node = Node()
      func lose() { let node = Node(); node.next = node }
      lose()
      """
    try withCompiledProgram(source, options: ["-g"]) { program in
      try withTemporaryFolder { folder in
        let (main, terminal) = try Self.terminal()
        defer { close(main) }
        let file = folder.appending(path: "redirected")
        try Data().write(to: file)
        let redirected = try FileHandle(forWritingTo: file)
        let process = Process()
        process.executableURL = Tool.installed ?? Tool.url
        process.arguments = ["exec", "--", program]
        process.environment = ["TERM": "xterm", "PATH": "/usr/bin:/bin"]
        process.standardOutput = isErrorTheTerminal ? redirected : terminal
        process.standardError = isErrorTheTerminal ? terminal : redirected
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 1)
        let report =
          isErrorTheTerminal
          ? try Self.output(of: main) : try String(contentsOf: file, encoding: .utf8)
        #expect(report.contains("1 leaked cycle"))
        #expect(report.contains("\u{1B}[") == isErrorTheTerminal, "\(report)")
      }
    }
  }

  /// TIOCSPTLCK and TIOCGPTN of asm-generic/ioctls.h in the Linux kernel.
  private static let (setLock, getNumber) = (UInt(0x4004_5431), UInt(0x8004_5430))

  /// Opens a pseudoterminal; see pty(7).
  ///
  /// - Returns: The descriptor of the main side, and the side that a program uses as its terminal.
  private static func terminal() throws -> (main: Int32, terminal: FileHandle) {
    let main = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var (isLocked, number) = (Int32(0), Int32(0))
    try #require(main >= 0)
    try #require(ioctl(main, setLock, &isLocked) == 0)
    try #require(ioctl(main, getNumber, &number) == 0)
    let terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    try #require(terminal >= 0)
    return (main, FileHandle(fileDescriptor: terminal, closeOnDealloc: true))
  }

  /// Returns what was written to a terminal and can be read at once.
  private static func output(of main: Int32) throws -> String {
    _ = fcntl(main, F_SETFL, fcntl(main, F_GETFL) | O_NONBLOCK)
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    var text = ""
    while case let count = read(main, &bytes, bytes.count), count > 0 {
      text += String(decoding: bytes.prefix(count), as: UTF8.self)
    }
    return text
  }
}
