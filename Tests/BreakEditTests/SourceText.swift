import Foundation

/// The text of a source file, to which the edits of a report are applied.
struct SourceText {
  struct NotFound: Error, CustomStringConvertible {
    var description: String
  }

  private(set) var text: String

  init(_ text: String) { self.text = text }

  /// Applies edits from the last line to the first, so that the line numbers of the remaining edits
  /// stay valid. On the same line, inner closures come first.
  mutating func apply(_ edits: [SourceEdit]) throws {
    for edit in edits.sorted(by: { ($0.line, $0.depth) > ($1.line, $1.depth) }) {
      switch edit.change {
      case .weakCapture(let name, let type): try capture(name, type, edit)
      case .weakProperty(let name): try weaken(name, edit)
      case .sinkForAssign: replaceAssign()
      }
    }
  }

  private func start(ofLine line: Int) throws -> String.Index {
    var start = text.startIndex
    for _ in 1..<line {
      guard let end = text[start...].firstIndex(of: "\n") else {
        throw NotFound(description: "line \(line)")
      }
      start = text.index(after: end)
    }
    return start
  }

  private func line(_ number: Int) throws -> Range<String.Index> {
    let start = try start(ofLine: number)
    return start..<(text[start...].firstIndex(of: "\n") ?? text.endIndex)
  }

  // MARK: - Captures

  private mutating func capture(_ name: String?, _ type: String, _ edit: SourceEdit) throws {
    if edit.depth == 0 { return try replaceMethod(edit) }
    let names = name.map { [$0] } ?? variables(ofType: type)
    let closures = try closures(onLine: edit.line)
    for name in names {
      // If closures are nested on one line, the depth selects one of them.
      let meant = closures.filter { mentions(name, in: $0) }
      guard let first = meant.first else { continue }
      let inner = meant.filter {
        $0.lowerBound >= first.lowerBound && $0.upperBound <= first.upperBound
      }
      let closure = edit.depth > 1 && inner.count > 1 ? inner[inner.count - 1] : first
      rewrite(closure, capturing: name)
      return
    }
    throw NotFound(description: "no closure with \(names) on line \(edit.line)")
  }

  /// Returns the text ranges of the closures that open on a line, including their braces.
  private func closures(onLine number: Int) throws -> [ClosedRange<String.Index>] {
    let line = try line(number)
    return text[line].indices.filter { text[$0] == "{" }.compactMap { open in
      // If the function body is on the same line, its braces are not a closure.
      let before = text[line.lowerBound..<open]
      if before.contains("func "), !before.contains("{") { return nil }
      var depth = 0
      for index in text[open...].indices {
        if text[index] == "{" { depth += 1 }
        if text[index] == "}" { depth -= 1 }
        if depth == 0 { return open...index }
      }
      return nil
    }
  }

  private func mentions(_ name: String, in closure: ClosedRange<String.Index>) -> Bool {
    let body = text[closure]
    return body.matches(of: Self.use(of: name)).contains { match in
      // An occurrence in a capture list does not count.
      !body[..<match.range.lowerBound].hasSuffix("weak ")
    }
  }

  /// Returns a pattern for occurrences of a name that are not followed by `?`, `!` or `]`.
  private static func use(of name: String) -> some RegexComponent<Substring> {
    // The name is an identifier, so it contains no special characters of regular expressions.
    try! Regex("\\b\(name)\\b(?![!?\\]])", as: Substring.self).wordBoundaryKind(.simple)
  }

  private mutating func rewrite(_ closure: ClosedRange<String.Index>, capturing name: String) {
    let inside = text[text.index(after: closure.lowerBound)..<closure.upperBound]
    let head = inside.prefixMatch(of: #/\s*((?:\w+(?:, \w+)*|\([\w, ]*\)) )?in\b/#)
    let parameters = head?.1.map(String.init) ?? ""
    let body = head.map { inside[$0.range.upperBound...] } ?? inside
    // An action may run while the object is deinitialized. The weak reference is then `nil`, and
    // the assignment has no effect.
    let isAssignment = body.wholeMatch(of: #/\s*\w+(\.\w+)+ = [^\n;]*/#) != nil
    let uses = body.replacing(
      Self.use(of: name), with: name + (isAssignment ? "?" : "!"))
    text.replaceSubrange(closure, with: "{ [weak \(name)] \(parameters)in\(uses)}")
  }

  /// Returns the names of the variables declared with this type.
  private func variables(ofType type: String) -> [String] {
    text.matches(of: #/let (\w+) = (\w+)\(/#).filter { $0.2 == type }.map { String($0.1) }
  }

  private mutating func replaceMethod(_ edit: SourceEdit) throws {
    // The line of the edit is the start of the function that passes the method.
    let start = try start(ofLine: edit.line)
    guard let method = text[start...].firstMatch(of: #/self\.(\w+)(?![\w(.])/#) else {
      throw NotFound(description: "no method below line \(edit.line)")
    }
    text.replaceSubrange(method.range, with: "{ [weak self] in self?.\(method.1)($0) }")
  }

  // MARK: - Properties

  /// Makes a property `weak` if its type is optional. If not, makes it `unowned`, which needs no
  /// other change.
  private mutating func weaken(_ name: String, _ edit: SourceEdit) throws {
    let start = try start(ofLine: edit.line)
    let properties = text[start...].matches(of: #/(let|var) (\w+): ([^\n={]+)/#)
    guard let property = properties.first(where: { $0.2 == name }) else {
      throw NotFound(description: "no property \(name) below line \(edit.line)")
    }
    let isOptional = property.3.trimmingCharacters(in: .whitespaces).hasSuffix("?")
    text.replaceSubrange(
      property.1.startIndex..<property.1.endIndex,
      with: isOptional ? "weak var" : "unowned \(property.1)")
  }

  private mutating func replaceAssign() {
    text.replace(#/\.assign\(to: \\\.(\w+), on: self\)/#) {
      ".sink { [weak self] in self?.\($0.output.1) = $0 }"
    }
  }
}
