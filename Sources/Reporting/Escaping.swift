/// Names as each format can take them: a type's name may hold any character.
enum Escaping {
  /// A name on one line, with control characters written out.
  static func line(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where isControl(scalar): result += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Text inside Markdown, in a table or out of one, with no effect on it.
  static func markdown(_ text: String) -> String {
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

  /// Text as inline code; in a table a bar would end the cell even in code.
  static func code(_ text: String) -> String {
    let text = line(text)
    let isPlain = !text.isEmpty && !text.contains { "`|<>&\\".contains($0) }
    return isPlain ? "`\(text)`" : markdown(text)
  }

  /// Lines as a fenced code block, with a fence that none of them can close.
  static func fenced(_ lines: [String], language: String) -> [String] {
    let longest = lines.map { $0.drop { $0 == " " }.prefix { $0 == "`" }.count }.max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return [fence + language] + lines + [fence]
  }

  /// Text between the quotes of a Mermaid label: all but harmless characters as
  /// entity codes.
  static func mermaid(_ text: String) -> String {
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

  /// Text between the quotes of a DOT string.
  static func dot(_ text: String) -> String {
    line(text).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }

  /// A name for a file: letters, digits, `-`, `.` and `_` stay, others become `-`.
  static func fileName(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      let isSafe =
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
        || ("0"..."9").contains(scalar) || "-._".unicodeScalars.contains(scalar)
      result += isSafe ? String(scalar) : "-"
    }
    return result.hasPrefix(".") || result.isEmpty ? "-" + result : result
  }

  /// C0 and C1 controls, line and paragraph separators, and what turns the
  /// direction of text.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
