// Conditional compilation (`#if`).

extension SourceTokens {
  /// Returns the tokens of the code that may have been compiled for Linux. Directives such as `#if`
  /// are included only if it is unknown which branch was compiled.
  ///
  /// Only conditions that consist of one `os(…)` or `canImport(…)` are evaluated. Code with any
  /// other condition is included.
  ///
  /// - Complexity: O(*n*) for *n* tokens.
  static func compiled(_ tokens: [Token]) -> [Token] {
    var result: [Token] = []
    var blocks = ConditionalBlocks()
    var index = 0
    while index < tokens.count {
      let token = tokens[index]
      let isDirective = token.gap.hasSuffix("#") && ConditionalBlocks.words.contains(token.text)
      let hasCondition = isDirective && ["if", "elseif"].contains(token.text)
      let end =
        hasCondition ? tokens[index...].prefix { $0.line == token.line }.endIndex : index + 1
      let isIncluded = isDirective ? blocks.read(tokens[index..<end]) : blocks.mayBeCompiled
      if isIncluded { result += tokens[index..<end] }
      index = end
    }
    return result
  }
}

/// The blocks of conditional compilation that enclose a token.
private struct ConditionalBlocks {
  /// A branch of a block: the code after `#if`, `#elseif` or `#else`.
  private enum Branch {
    case possible
    /// The branch was compiled if no earlier branch was.
    case compiled
    case omitted
  }

  private struct Block {
    var branch: Branch
    /// A Boolean value indicating whether the branches that follow were not compiled.
    var isOver = false
    /// A Boolean value indicating whether it is unknown which branch was compiled.
    var isUncertain = false
  }

  static let words: Set = ["if", "elseif", "else", "endif"]

  private var blocks: [Block] = []

  /// A Boolean value indicating whether the code at the current token may have been compiled.
  var mayBeCompiled: Bool { blocks.allSatisfy { $0.branch != .omitted } }

  /// Reads a directive; returns whether it is included.
  ///
  /// - Parameter line: The tokens of the directive and its condition.
  mutating func read(_ line: ArraySlice<SourceTokens.Token>) -> Bool {
    let word = line.first?.text
    let former = word == "if" ? nil : blocks.popLast()
    let isInCompiledCode = mayBeCompiled
    guard word != "endif" else { return isInCompiledCode && former?.isUncertain == true }
    var block = Block(
      branch: word == "else" ? .possible : Self.branch(with: Array(line.dropFirst())))
    block.isUncertain = former?.isUncertain == true || word != "else" && block.branch == .possible
    block.isOver = former?.isOver == true || block.branch == .compiled
    if former?.isOver == true { block.branch = .omitted }
    blocks.append(block)
    return isInCompiledCode && block.isUncertain
  }

  private static func branch(with condition: [SourceTokens.Token]) -> Branch {
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
