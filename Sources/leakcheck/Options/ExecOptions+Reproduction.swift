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

  /// The command that examines the program again, in the same folder and with every option that
  /// affects the findings or the exit status: `leakcheck exec --follow -- swift test`.
  var reproduction: String {
    let command = ["leakcheck", "exec"] + decisiveArguments + ["--", program] + arguments
    return command.map { Self.quoted(Self.shortened($0)) }.joined(separator: " ")
  }

  /// Returns the options that affect the findings or the exit status, each as one or two
  /// arguments.
  ///
  /// - Parameter arguments: The options of a valid command line.
  static func decisiveArguments(in arguments: some Sequence<String>) -> [String] {
    var rest = Array(arguments)[...]
    var result: [String] = []
    while let word = rest.popFirst() {
      let name = String(word.prefix { $0 != "=" })
      guard let option = options.map(\.summary).first(where: { $0.name == name }) else { continue }
      var values: [String] = []
      if name != word {
        values = [String(word.dropFirst(name.count + 1))]
      } else if option.value != nil, let value = rest.popFirst() {
        values = [value]
      }
      if !option.isPresentation { result += [name] + values }
    }
    return result
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
