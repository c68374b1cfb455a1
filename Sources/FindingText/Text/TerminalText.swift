import OwnershipGraph

/// Text that is safe to write to a terminal or into a build's log.
///
/// Names come from untrusted programs and files, so all code that prints a name escapes it. This
/// type is a second safeguard: all human-readable output of the command passes through it. Even a
/// name that was not escaped can neither control a terminal nor run a command of a build service.
package struct TerminalText: Hashable, Sendable, CustomStringConvertible {
  /// The escape sequences that ``Style`` writes, without the escape character.
  private static let renditions = ["[31;1m", "[32m", "[33m", "[1m", "[2m", "[0m"].map {
    Array($0.utf8)
  }

  package let description: String

  /// Creates text of several lines. Escape sequences that ``Style`` writes are not escaped.
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

  /// Returns whether a line certainly needs no escaping.
  private static func isPlain(_ line: Substring) -> Bool {
    var previous = UInt8(ascii: " ")
    for byte in line.utf8 {
      switch byte {
      // A control character is below 0x20, is 0x7F, or is encoded in UTF-8 with the first byte 0xC2
      // or 0xD8, or with the first bytes 0xE2 0x80 or 0xE2 0x81.
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
      // GitHub runs a line that starts with `::` as a command. Azure Pipelines runs a line with
      // `##` and a bracket as a command.
      let isCommand = scalar == rest.first && (scalar == ":" && isAtStart || scalar == "#")
      // Tabs are not escaped, because they separate columns in the command's own lists.
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
