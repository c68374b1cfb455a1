import Foundation

/// A line that shows the progress of a run. It is shown only if standard error is a terminal.
struct Progress {
  private let isShown: Bool
  private let total: Int

  init(total: Int, isQuiet: Bool) {
    self.total = total
    isShown = !isQuiet && isatty(STDERR_FILENO) == 1
  }

  /// Shows the number of a step, counted from 1, and its name.
  func step(_ number: Int, _ name: String) {
    write("[\(number)/\(total)] \(name)")
  }

  /// Clears the line.
  func finish() {
    write("")
  }

  private func write(_ text: String) {
    guard isShown else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[2K\(text)".utf8))
  }
}
