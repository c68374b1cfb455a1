/// A type that breaks long lines of text at spaces.
package struct LineWrapping: Sendable {
  /// The maximum number of characters in a line.
  private let width: Int

  /// - Parameter width: The maximum number of characters in a line; values below 40 are treated as
  ///   40.
  package init(width: Int) { self.width = max(width, 40) }

  /// Returns the line, split into several lines if it is too long. All lines after the first are
  /// indented by two more characters.
  ///
  /// Lines of a drawing are not split. A word that is longer than a line is a line by itself.
  /// Escape codes for colors do not count as characters.
  ///
  /// - Complexity: O(*n*) for *n* characters.
  package func lines(of line: String) -> [String] {
    guard Self.width(of: line) > width, !line.contains(where: { "│╭╰▶".contains($0) }) else {
      return [line]
    }
    let margin = String(line.prefix { $0 == " " })
    var lines: [String] = []
    var current = margin
    var length = margin.count
    var isAtStart = true
    for word in line.dropFirst(margin.count).split(separator: " ", omittingEmptySubsequences: false)
    {
      let wordLength = Self.width(of: String(word))
      if isAtStart {
        current += word
        length += wordLength
      } else if length + 1 + wordLength <= width {
        current += " " + word
        length += 1 + wordLength
      } else {
        lines.append(current)
        current = margin + "  " + word
        length = margin.count + 2 + wordLength
      }
      isAtStart = false
    }
    return lines + [current]
  }

  /// Returns the number of characters that a terminal shows. Codes of the form `ESC [ … m` do not
  /// count.
  private static func width(of line: String) -> Int {
    var count = 0
    var isCode = false
    for character in line {
      if character == "\u{1B}" {
        isCode = true
      } else if isCode {
        isCode = character != "m"
      } else {
        count += 1
      }
    }
    return count
  }
}
