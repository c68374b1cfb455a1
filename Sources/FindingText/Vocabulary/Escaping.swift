import OwnershipGraph

/// Functions that escape text for each output format. A name may contain any character.
package enum Escaping {
  /// Returns a name on one line, with control characters escaped.
  package static func line(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.isControl) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.isControl: result += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns text escaped for Markdown, inside or outside a table.
  package static func markdown(_ text: String) -> String {
    var result = ""
    for character in line(text) {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\\", "`", "*", "_", "[", "]", "|", "~", "#": result += "\\\(character)"
      default: result.append(character)
      }
    }
    return result
  }

  /// Returns text as inline code in Markdown. Text with a vertical bar is escaped instead, because
  /// a bar ends a table's cell even in code. Empty text, and text with other characters that are
  /// special in code, is escaped as well.
  package static func code(_ text: String) -> String {
    let text = line(text)
    let isPlain = !text.isEmpty && !text.contains { "`|<>&\\".contains($0) }
    return isPlain ? "`\(text)`" : markdown(text)
  }

  /// Returns one of leakcheck's own sentences as Markdown. Parts between backticks become code.
  package static func sentence(_ text: String) -> String {
    spans(of: text).map { $0.isCode ? code($0.text) : markdown($0.text) }.joined()
  }

  /// Splits a sentence into text and code. Code is between two backticks.
  package static func spans(of text: String) -> [(text: String, isCode: Bool)] {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    // Text with an odd number of backticks is not divided.
    guard parts.count % 2 == 1 else { return [(text, false)] }
    return parts.enumerated().filter { !$0.element.isEmpty }
      .map { (String($0.element), $0.offset % 2 == 1) }
  }

  /// Returns lines as a fenced code block, with a fence that none of the lines can close.
  package static func fenced(_ lines: [String], language: String) -> [String] {
    let longest = lines.map { $0.drop { $0 == " " }.prefix { $0 == "`" }.count }.max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return [fence + language] + lines + [fence]
  }

  /// Returns text escaped for a quoted Mermaid label. Characters that may be special are written as
  /// entity codes.
  package static func mermaid(_ text: String) -> String {
    var result = ""
    for scalar in line(text).unicodeScalars {
      if scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || " .,:_-*/+=!?'".unicodeScalars.contains(scalar)
      {
        result.unicodeScalars.append(scalar)
      } else {
        result += "#\(scalar.value);"
      }
    }
    return result
  }

  /// Returns text escaped for a quoted string in DOT. The result does not include the quotes.
  package static func dot(_ text: String) -> String {
    line(text).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }

  /// Returns text as a JSON string, including the quotes.
  package static func jsonString(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.isControl:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Returns text on one line, in which characters that XML 1.0 does not allow are replaced. The
  /// caller escapes the result for XML.
  package static func xmlText(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in line(text).unicodeScalars {
      result.append([0xFFFE, 0xFFFF].contains(scalar.value) ? "\u{FFFD}" : scalar)
    }
    return String(result)
  }

  /// Returns text escaped for the message of a GitHub workflow command.
  package static func workflowData(_ text: String) -> String {
    line(text).replacing("%", with: "%25")
  }

  /// Returns text escaped for the value of a property in a GitHub workflow command.
  package static func workflowProperty(_ text: String) -> String {
    workflowData(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }

  /// Returns a path as a relative URI reference (RFC 3986). All characters except unreserved
  /// characters and slashes are percent-encoded. Slashes at the start are removed.
  package static func uriPath(_ path: String) -> String {
    var result = ""
    for byte in path.utf8.drop(while: { $0 == UInt8(ascii: "/") }) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return result
  }

  /// Returns text as one word of a shell command, quoted if necessary.
  package static func shell(_ text: String) -> String {
    let text = line(text)
    let isPlain = text.wholeMatch(of: #/[A-Za-z0-9_.,:/@%+=-]+/#) != nil
    return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }

  /// Returns text as a file name. ASCII letters, digits, `-`, `.` and `_` are kept; other
  /// characters become `-`. A `-` is inserted before a leading `.`. Empty text becomes `-`.
  package static func fileName(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      let isSafe =
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
        || ("0"..."9").contains(scalar) || "-._".unicodeScalars.contains(scalar)
      result += isSafe ? String(scalar) : "-"
    }
    return result.hasPrefix(".") || result.isEmpty ? "-" + result : result
  }
}
