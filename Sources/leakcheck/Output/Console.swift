import Foundation
import Reporting
import Synchronization

/// The command's standard output and standard error.
///
/// All text for people is escaped before it is written, even if it was escaped before; see
/// ``TerminalText``.
enum Console {
  /// A standard stream.
  enum Stream {
    case output, errors

    fileprivate var descriptor: Int32 {
      switch self {
      case .output: STDOUT_FILENO
      case .errors: STDERR_FILENO
      }
    }
  }

  /// The error number of the first failed write to standard output; 0 if none failed.
  private static let outputFailure = Atomic<Int32>(0)

  /// Writes lines for people.
  ///
  /// If the reader has closed its end of the pipe, SIGPIPE ends the process, as for any other tool.
  static func print(_ text: String, to stream: Stream = .output) {
    write(withLineFeed(TerminalText(lines: text).description), to: stream)
  }

  /// Writes a document for a program without escaping it, and with a line feed at its end.
  ///
  /// Pass only the output of a report format, which escapes names by its own rules, or text that
  /// contains no names from a report.
  static func print(document: String, to stream: Stream = .output) {
    write(withLineFeed(document), to: stream)
  }

  /// Writes one line, such as an error or a warning, to standard error.
  ///
  /// - Parameter maxLength: The maximum number of characters. A longer line is shortened.
  static func printError(_ line: String, maxLength: Int = 400) {
    let line = TerminalText(message: line, maxLength: maxLength).description
    write(line + "\n", to: .errors)
  }

  /// Checks that all output was written.
  ///
  /// - Throws: ``CommandError`` if a write to standard output failed.
  static func check() throws(CommandError) {
    let code = outputFailure.load(ordering: .relaxed)
    guard code == 0 else {
      throw CommandError("standard output cannot be written to: \(SystemError.message(for: code))")
    }
  }

  private static func withLineFeed(_ text: String) -> String {
    text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"
  }

  private static func write(_ text: String, to stream: Stream) {
    if text.isEmpty { return }
    let code = unsafe Array(text.utf8).withUnsafeBytes { unsafe write($0, to: stream.descriptor) }
    guard code != 0, stream == .output else { return }
    _ = outputFailure.compareExchange(expected: 0, desired: code, ordering: .relaxed)
  }

  /// Writes bytes to a descriptor.
  ///
  /// - Returns: 0, or the error number.
  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var rest = unsafe bytes[...]
    while unsafe !rest.isEmpty {
      // The call reads at most `rest.count` bytes, which exist until the call returns.
      let count = unsafe Foundation.write(
        descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count >= 0 {
        unsafe rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // The stream is in non-blocking mode.
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&request, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  /// The number of columns of the terminal on standard output; `nil` if it is not a terminal.
  static var terminalWidth: Int? { terminalWidth(of: .output) }

  /// Returns the number of columns of the terminal on a stream; `nil` if it is not a terminal.
  static func terminalWidth(of stream: Stream) -> Int? {
    guard isatty(stream.descriptor) == 1 else { return nil }
    var size = winsize()
    guard unsafe ioctl(stream.descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return 80
    }
    return Int(size.ws_col)
  }

  /// The number of columns of help: the width of the terminal, at most 100; 80 without a terminal.
  static var helpWidth: Int { min(terminalWidth ?? 80, 100) }

  /// Returns whether colors may be used on a stream.
  ///
  /// Unless colors are requested explicitly, `NO_COLOR` and `TERM=dumb` disable them.
  static func usesColor(_ setting: ReportOptions.Color, on stream: Stream = .output) -> Bool {
    let environment = ProcessInfo.processInfo.environment
    switch setting {
    case .always: return true
    case .never: return false
    case .auto:
      let isRefused = environment["NO_COLOR"]?.isEmpty == false || environment["TERM"] == "dumb"
      return !isRefused && isatty(stream.descriptor) == 1
    }
  }
}

extension ReportOptions {
  /// Returns the style of text on a stream.
  func style(on stream: Console.Stream) -> Style {
    Console.usesColor(color, on: stream) ? .colored : .plain
  }
}
