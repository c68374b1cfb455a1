// Lists public declarations whose doc comment lacks the description of a parameter, of the result
// or of the errors. The formatter's own rules accept comments that consist only of a summary.
//
// Arguments: Swift files that the formatter accepts. Exits with 1 if a declaration is listed.

import Foundation

/// A function, initializer or subscript, with its doc comment.
struct Declaration {
  var signature: String
  var comment: String

  /// The parts that the comment does not describe.
  var missing: [String] {
    guard let open = signature.firstIndex(of: "("), !inheritsComment else { return [] }
    let (list, rest) = Self.split(signature[signature.index(after: open)...])
    var missing = Self.names(list).filter { name in
      !["- Parameter \(name):", "  - \(name):"].contains { comment.contains($0) }
    }
    let parts = rest.components(separatedBy: "->")
    if parts.count > 1, !parts[1].trimmingCharacters(in: .whitespaces).hasPrefix("Void"),
      !comment.contains("- Returns:")
    {
      missing.append("Returns")
    }
    if parts[0].split(separator: " ").contains(where: { $0.hasPrefix("throws") }),
      !comment.contains("- Throws:")
    {
      missing.append("Throws")
    }
    return missing
  }

  /// Whether the declaration satisfies a requirement of a standard library protocol. It then
  /// inherits the requirement's comment.
  private var inheritsComment: Bool {
    ["func hash(into", "init(from decoder", "func encode(to"].contains { signature.contains($0) }
  }

  /// Returns the text up to the parenthesis that closes the list, and the text after it.
  private static func split(_ text: Substring) -> (list: Substring, rest: Substring) {
    var depth = 1
    for index in text.indices {
      if "([{".contains(text[index]) { depth += 1 }
      if ")]}".contains(text[index]) { depth -= 1 }
      if depth == 0 { return (text[..<index], text[text.index(after: index)...]) }
    }
    return (text, "")
  }

  /// Returns the internal names of the parameters in a list.
  private static func names(_ list: Substring) -> [String] {
    var depth = 0
    var previous: Character = " "
    var heads = [""]
    var inHead = true
    for character in list {
      if "([{<".contains(character) { depth += 1 }
      if ")]}".contains(character) || character == ">" && previous != "-" { depth -= 1 }
      previous = character
      if depth == 0, character == "," {
        heads.append("")
        inHead = true
      } else if depth == 0, character == ":" {
        inHead = false
      } else if inHead {
        heads[heads.count - 1].append(character)
      }
    }
    return heads.compactMap { $0.split(separator: " ").last.map(String.init) }
  }
}

/// Returns a line without string literals and comments.
func code(of line: String) -> String {
  line.replacingOccurrences(of: #""(\\.|[^"\\])*""#, with: "\"\"", options: .regularExpression)
    .replacingOccurrences(of: "//.*", with: "", options: .regularExpression)
}

/// Returns the text from a line to the brace that opens the body, or to the end of the statement.
func signature(in lines: [String], from first: Int) -> String {
  var text = ""
  var depth = 0
  for line in lines[first...] {
    for character in code(of: line) {
      if "([".contains(character) { depth += 1 }
      if ")]".contains(character) { depth -= 1 }
      if character == "{", depth == 0 { return text }
      text.append(character)
    }
    text.append(" ")
    if depth == 0, line.trimmingCharacters(in: .whitespaces).isEmpty { return text }
  }
  return text
}

var listed = 0
for path in CommandLine.arguments.dropFirst() {
  let lines = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
  let pattern = #"^ *(@\w+(\([^)]*\))? )*((static|class|final|override|mutating|convenience|required|nonisolated) )*(public|open) ([a-z]+ )*(func |init[(<?!]|subscript)"#
  for (index, line) in lines.enumerated()
  where code(of: line).range(of: pattern, options: .regularExpression) != nil {
    var first = index
    while first > 0, lines[first - 1].trimmingCharacters(in: .whitespaces).hasPrefix("@") { first -= 1 }
    let end = first
    while first > 0, lines[first - 1].trimmingCharacters(in: .whitespaces).hasPrefix("///") { first -= 1 }
    let declaration = Declaration(
      signature: signature(in: lines, from: index),
      comment: lines[first..<end].joined(separator: "\n"))
    guard !declaration.missing.isEmpty else { continue }
    listed += 1
    print("\(path):\(index + 1): not documented: \(declaration.missing.joined(separator: ", "))")
  }
}
exit(listed == 0 ? 0 : 1)
