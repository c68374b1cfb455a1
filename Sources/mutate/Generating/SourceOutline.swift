/// The blocks and statements of a Swift source text.
///
/// The outline contains only the information that the generator of mutants needs: the statements of
/// each block, and whether the only statement of a block is the block's value. It relies on the
/// layout of `swift format`: a statement starts on a new line or follows a brace.
struct SourceOutline {
  /// The construct to which a pair of braces belongs.
  enum Role: Equatable {
    /// The members of a type, an extension or a protocol.
    case members
    /// A function, a deinitializer or an accessor.
    case function(hasValue: Bool)
    /// An initializer, whose assignments may give a property its first value.
    case initializer
    case closure
    /// `if`, `else`, `guard`, a loop, `do`, `catch`, `defer`.
    case branch(keyword: String)
    /// The braces of a `switch`, which contain sections.
    case sections
    /// The statements of one `case` of a `switch`.
    case section
  }

  struct Block {
    var role: Role
    /// The tokens after the colon of a section; for all other blocks, the tokens between the
    /// braces, without the header of a closure.
    var tokens: Range<Int>
    var statements: [Statement] = []
    /// The index of the innermost enclosing block; `nil` at the top level of a file.
    var parent: Int?
    /// The index of the token that opens the block: the brace, or the colon of a section.
    var opener: Int
    /// A Boolean value indicating whether an enclosing declaration is `@inlinable`, so that only
    /// public names are allowed.
    var isInlinable = false
  }

  /// The tokens of one statement.
  struct Statement {
    var tokens: Range<Int>
  }

  let tokens: [SwiftToken]
  /// For the index of each bracket token, the index of the other token of its pair.
  let partners: [Int: Int]
  private(set) var blocks: [Block] = []
  /// The top-level declarations of the file.
  private(set) var declarations: [Statement] = []

  init(_ text: String) {
    tokens = SwiftScanner.tokens(of: text)
    partners = Self.partners(in: tokens)
    declarations = statements(in: tokens.indices)
    for index in tokens.indices where tokens[index].text == "{" {
      guard let end = partners[index] else { continue }
      addBlock(opener: index, end: end)
    }
  }

  /// Returns the index of the innermost block that contains a token; `nil` if no block does.
  func block(around token: Int) -> Int? {
    blocks.indices.last { blocks[$0].tokens.contains(token) }
  }

  /// Returns whether a block with a single statement takes its value from that statement.
  func producesValue(_ block: Int) -> Bool {
    switch blocks[block].role {
    case .function(let hasValue): return hasValue
    case .closure: return true
    case .members, .initializer, .sections: return false
    case .section:
      guard let parent = blocks[block].parent else { return false }
      return isValue(statementWith: blocks[parent].opener, around: parent)
    case .branch(let keyword):
      guard keyword == "if" || keyword == "else" else { return false }
      return isValue(statementWith: blocks[block].opener, around: block)
    }
  }

  /// Returns whether the `if` or `switch` that a token belongs to may be an expression.
  private func isValue(statementWith token: Int, around block: Int) -> Bool {
    guard let outer = blocks[block].parent else { return false }
    guard
      let statement = blocks[outer].statements.first(where: { $0.tokens.contains(token) })
    else { return true }
    let first = tokens[statement.tokens.lowerBound].text
    // A `guard` is always a statement. If the statement starts with neither `guard`, `if` nor
    // `switch`, as in `let x = if …`, the `if` or `switch` is an expression.
    guard first == "if" || first == "switch" else { return first != "guard" }
    return blocks[outer].statements.count == 1 && producesValue(outer)
  }
}

extension SourceOutline {
  private static func partners(in tokens: [SwiftToken]) -> [Int: Int] {
    var partners: [Int: Int] = [:]
    var open: [Int] = []
    for (index, token) in tokens.enumerated() where token.kind == .punctuation {
      switch token.text {
      case "(", "[", "{": open.append(index)
      case ")", "]", "}":
        guard let start = open.popLast() else { continue }
        partners[start] = index
        partners[index] = start
      default: continue
      }
    }
    return partners
  }

  private mutating func addBlock(opener: Int, end: Int) {
    let parent = block(around: opener)
    let (role, isInlinable) = role(ofBraceAt: opener, parent: parent)
    var block = Block(role: role, tokens: opener + 1..<end, parent: parent, opener: opener)
    block.isInlinable = isInlinable || (parent.map { blocks[$0].isInlinable } ?? false)
    let number = blocks.count
    if role == .sections {
      blocks.append(block)
      addSections(of: number)
      return
    }
    if role == .closure { block.tokens = afterClosureHeader(block.tokens) }
    block.statements = statements(in: block.tokens)
    blocks.append(block)
  }

  private mutating func addSections(of parent: Int) {
    let range = blocks[parent].tokens
    let starts = depthZero(range).filter { index in
      ["case", "default"].contains(tokens[index].text) && tokens[index].startsLine
    }
    for (number, start) in starts.enumerated() {
      let end = number + 1 < starts.count ? starts[number + 1] : range.upperBound
      guard let colon = depthZero(start..<end).first(where: { tokens[$0].text == ":" })
      else { continue }
      var block = Block(
        role: .section, tokens: colon + 1..<end, parent: parent, opener: colon,
        isInlinable: blocks[parent].isInlinable)
      block.statements = statements(in: block.tokens)
      blocks.append(block)
    }
  }

  /// Returns the tokens of a range without the contents of brackets. Of each pair of brackets, the
  /// result contains only the opening bracket.
  func depthZero(_ range: Range<Int>) -> [Int] {
    var result: [Int] = []
    var index = range.lowerBound
    while index < range.upperBound {
      result.append(index)
      if ["(", "[", "{"].contains(tokens[index].text), let end = partners[index] {
        index = end
      }
      index += 1
    }
    return result
  }

  private func statements(in range: Range<Int>) -> [Statement] {
    var starts: [Int] = []
    for index in depthZero(range) where index == range.lowerBound || begins(index, in: range) {
      starts.append(index)
    }
    return starts.enumerated().map { number, start in
      Statement(tokens: start..<(number + 1 < starts.count ? starts[number + 1] : range.upperBound))
    }.filter { !$0.tokens.isEmpty }
  }

  /// Returns whether a token begins a statement; `false` for the first token of the range.
  private func begins(_ index: Int, in range: Range<Int>) -> Bool {
    let (token, previous) = (tokens[index], tokens[index - 1])
    guard token.startsLine, index > range.lowerBound else { return false }
    if token.isInfix || token.text.hasPrefix(".") || ["{", ":", ",", "else"].contains(token.text) {
      return false
    }
    return !previous.isInfix && !endsAttribute(index - 1)
      && ![",", "->", ":"].contains(previous.text)
      && !["=", "&&", "||", "??", "return"].contains(previous.text)
  }

  /// Returns whether a token is the last token of an attribute, which belongs to the declaration
  /// that follows.
  private func endsAttribute(_ index: Int) -> Bool {
    let start = tokens[index].text == ")" ? (partners[index] ?? 0) - 1 : index
    return start > 0 && tokens[start - 1].text == "@"
  }

  /// Returns the range of a closure's tokens without its captures, its parameters and `in`.
  private func afterClosureHeader(_ range: Range<Int>) -> Range<Int> {
    let allowed: Set = ["(", "[", ",", ":", "->", "?", "_", "@", ".", "<", ">"]
    for index in depthZero(range) {
      let token = tokens[index]
      if token.text == "in" { return index + 1..<range.upperBound }
      guard token.kind == .word || allowed.contains(token.text) else { break }
      if ["for", "if", "guard", "switch", "let", "var"].contains(token.text) { break }
    }
    return range
  }
}
