/// An error that ends the command with exit status 2, such as an invalid command line or
/// configuration, or a file that cannot be read or written.
///
/// Its message is one line that names the cause and, if possible, the fix.
struct CommandError: Error, Equatable, CustomStringConvertible {
  var description: String
  /// The option whose value is invalid, such as `--fail-on`; `nil` if the error is about something
  /// else.
  var option: String?

  init(_ description: String, option: String? = nil) {
    self.description = description
    self.option = option
  }

  /// Returns a list of the names, or of as many as fit in `maxLength` characters.
  static func list(_ names: [String], maxLength: Int = 100) -> String {
    var length = 0
    let shown = names.prefix { name in
      length += name.count + 2
      return length <= maxLength
    }
    let more = names.count - shown.count
    return shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  /// Returns an error for an unknown name. The message suggests the nearest known name; if none is
  /// near, it lists the known names.
  static func unknown(_ kind: String, _ name: String, among known: [String]) -> CommandError {
    if let nearest = Suggestion.nearest(to: name, among: known) {
      return CommandError("unknown \(kind) '\(name)'; did you mean '\(nearest)'?")
    }
    return CommandError("unknown \(kind) '\(name)'; known: \(list(known))")
  }
}
