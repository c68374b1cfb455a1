import Foundation

/// Command lines for a POSIX shell, made from words.
enum ShellCommand {
  /// Returns a command line. An absolute path in the current folder becomes a relative path, and
  /// words are quoted if a shell requires it.
  static func text(_ words: [String]) -> String {
    words.map { quoted(shortened($0)) }.joined(separator: " ")
  }

  /// Returns the relative path if a word is an absolute path in the current folder; otherwise,
  /// returns the word.
  private static func shortened(_ word: String) -> String {
    let folder = FileManager.default.currentDirectoryPath
    guard word == folder || word.hasPrefix(folder + "/") else { return word }
    let path = word.dropFirst(folder.count).drop { $0 == "/" }
    if path.isEmpty { return "." }
    // A program's path must contain a slash, and an argument's path must not look like an option.
    return path.contains("/") && !path.hasPrefix("-") ? String(path) : "./" + path
  }

  /// Returns a word, quoted if a shell requires it.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.wholeMatch(of: #/[A-Za-z0-9_.,:/@%+=-]+/#) != nil
    return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
