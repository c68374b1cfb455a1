import Foundation

extension ExecOptions {
  /// The file name of the program, without the path to its folder.
  var programName: String {
    program.split(separator: "/").last.map(String.init) ?? program
  }

  /// The time of the examination, for a report's heading.
  var moment: String {
    if let seconds {
      let text = seconds.rounded() == seconds ? String(Int(seconds)) : String(seconds)
      return "while it was running, after \(text) s"
    }
    if let signal { return "while it was running, at signal \(signal)" }
    return "when it ended"
  }

  /// The command that examines the program again: `leakcheck exec --follow -- swift test`.
  var reproduction: String {
    var words = ["leakcheck", "exec"]
    if followsChildren { words.append("--follow") }
    if let signal { words += ["--at", "\(signal)"] }
    if let seconds { words += ["--after", "\(seconds)"] }
    if report.failOn != .new { words += ["--fail-on", report.failOn.rawValue] }
    return (words + ["--"] + ([program] + arguments).map(Self.shown)).joined(separator: " ")
  }

  /// Returns a word of the command line for the report. The paths of this machine's folders are
  /// removed, and the word is quoted if a shell requires it.
  private static func shown(_ word: String) -> String {
    let folder = FileManager.default.currentDirectoryPath + "/"
    // An argument may be a command with several paths: sh -c '/a/b/first; /a/b/second'.
    let text = word.replacing(folder, with: "")
      .replacing(#/(^|[\s;|&("'=])/[^\s;|&)"']*/([^\s/;|&)"']+)/#) { "\($0.1)\($0.2)" }
    let isPlain = text.wholeMatch(of: #/[A-Za-z0-9_.,:/@%+=-]+/#) != nil
    return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
