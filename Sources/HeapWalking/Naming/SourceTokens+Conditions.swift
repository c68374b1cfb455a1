// Conditional compilation (`#if`).

extension SourceTokens {
  /// A branch of a conditional block: the code after `#if`, `#elseif` or `#else`.
  private enum Branch {
    /// The branch may have been compiled.
    case possible
    /// The branch was compiled, so the branches that follow were not.
    case compiled
    /// The branch was not compiled.
    case omitted
    /// The branch was not compiled, because an earlier branch of the block was.
    case afterCompiled
  }

  /// Returns the tokens of the code that may have been compiled for Linux, without the conditions.
  ///
  /// Only conditions that consist of one `os(…)` or `canImport(…)` are evaluated. Code with any
  /// other condition is included.
  ///
  /// - Complexity: O(*n*) for *n* tokens.
  static func compiled(_ tokens: [Token]) -> [Token] {
    var result: [Token] = []
    var branches: [Branch] = []
    var index = 0
    while index < tokens.count {
      let token = tokens[index]
      index += 1
      guard token.gap.hasSuffix("#"), ["if", "elseif", "else", "endif"].contains(token.text) else {
        if branches.allSatisfy({ $0 == .possible || $0 == .compiled }) { result.append(token) }
        continue
      }
      if token.text == "endif" {
        _ = branches.popLast()
        continue
      }
      let condition = tokens[index...].prefix { $0.line == token.line }
      if token.text != "else" { index += condition.count }
      let before = token.text == "if" ? nil : branches.popLast()
      let isOver = before == .compiled || before == .afterCompiled
      let own = token.text == "else" ? .possible : branch(with: Array(condition))
      branches.append(isOver ? .afterCompiled : own)
    }
    return result
  }

  private static func branch(with condition: [Token]) -> Branch {
    guard condition.count == 4, condition[1].text == "(", condition[3].text == ")",
      let isTrue = value(of: condition[0].text, condition[2].text)
    else { return .possible }
    switch condition[0].gap {
    case "": return isTrue ? .compiled : .omitted
    case "!": return isTrue ? .omitted : .compiled
    default: return .possible
    }
  }

  /// Returns the value of a condition on Linux; `nil` if it is unknown.
  private static func value(of function: String, _ argument: String) -> Bool? {
    switch function {
    case "os": argument == "Linux"
    case "canImport": modulesOfDarwin.contains(argument) ? false : nil
    default: nil
    }
  }

  private static let modulesOfDarwin: Set = [
    "AppKit", "Cocoa", "CoreGraphics", "Darwin", "ObjectiveC", "SwiftUI", "UIKit", "WatchKit",
  ]
}
