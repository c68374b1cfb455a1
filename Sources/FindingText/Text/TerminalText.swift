import OwnershipGraph

/// Text that is safe to write to a terminal or into a build's log.
///
/// Names come from programs and files that are not trusted, and all code that prints a name escapes
/// it. This type is a second safeguard: all text for people that the command prints passes through
/// it, so that a name that was not escaped can neither control a terminal nor be executed as a
/// command by a build service.
package struct TerminalText: Hashable, Sendable, CustomStringConvertible {
  /// The sequences that ``Style`` writes, after the escape character.
  private static let renditions = ["[31;1m", "[32m", "[33m", "[1m", "[2m", "[0m"].map {
    Array($0.utf8)
  }

  package let description: String

  /// Creates text of several lines, in which the renditions of ``Style`` keep their meaning.
  ///
  /// - Complexity: O(*n*) for *n* characters.
  package init(lines text: String) {
    description = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Self.isPlain($0) ? String($0) : Self.safe($0) }
      .joined(separator: "\n")
  }

  /// Creates one line. If the text is longer than `maxLength`, its middle is omitted, because a
  /// message names its subject first and the cause last.
  ///
  /// - Parameter maxLength: The maximum number of characters.
  package init(message text: String, maxLength: Int) {
    let line = Self.safe(Substring(Escaping.line(text)))
    guard line.count > maxLength else {
      description = line
      return
    }
    let tail = maxLength / 2
    description = line.prefix(maxLength - tail - 1) + "…" + line.suffix(tail)
  }

  /// Returns whether no byte of a line can start a sequence that has to be escaped.
  private static func isPlain(_ line: Substring) -> Bool {
    var previous = UInt8(ascii: " ")
    for byte in line.utf8 {
      switch byte {
      // Control characters are below 0x20, or start with one of these bytes.
      case 0..<0x20, 0x7F, 0xC2, 0xD8: return false
      case 0x80, 0x81: if previous == 0xE2 { return false }
      case UInt8(ascii: ":"), UInt8(ascii: "#"): if byte == previous { return false }
      default: break
      }
      previous = byte
    }
    return true
  }

  private static func safe(_ line: Substring) -> String {
    var result = String.UnicodeScalarView()
    var isAtStart = true
    var rest = line.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "\u{1B}", let length = renditionLength(rest) {
        result.append(scalar)
        result.append(contentsOf: rest.prefix(length))
        rest.removeFirst(length)
        continue
      }
      // GitHub executes a line that starts with two colons as a command; Azure does so with two
      // number signs and a bracket.
      let isCommand = scalar == rest.first && (scalar == ":" && isAtStart || scalar == "#")
      // A tab separates the columns of the command's own lists.
      if scalar.isControl && scalar != "\t" || isCommand {
        result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
      } else {
        result.append(scalar)
      }
      isAtStart = isAtStart && scalar.properties.isWhitespace
    }
    return String(result)
  }

  private static func renditionLength(_ text: Substring.UnicodeScalarView) -> Int? {
    renditions.first { rendition in
      text.prefix(rendition.count).elementsEqual(rendition.map { Unicode.Scalar($0) })
    }?.count
  }
}
