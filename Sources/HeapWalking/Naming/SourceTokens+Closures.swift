/// The closures of a function, numbered as the compiler numbers them.
extension SourceTokens {
  /// Returns the index of the opening brace of a closure; `nil` if the closure cannot be found with
  /// certainty.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of the closure and of the closures around it, outermost first.
  ///   - start: The index of the opening brace of the function's body.
  /// - Complexity: O(*n* · *d*) for *n* tokens of the function and *d* levels of nested blocks.
  func closure(_ numbers: [Int], inBlockAt start: Int) -> Int? {
    var block = start
    for number in numbers {
      var search = ClosureSearch(tokens: self, block: block)
      let found = search.closures()
      guard number > 0, number <= found.count else { return nil }
      block = found[number - 1]
    }
    return block
  }

  /// Returns the index of the opening brace of the body of a function, an initializer, a
  /// deinitializer or an accessor.
  ///
  /// - Parameters:
  ///   - name: The function's name without its type and arguments, such as `load`, `init` or
  ///     `title.getter`.
  ///   - line: The line of the name, the word `init` or `deinit`, or the accessor's keyword.
  func body(of name: String, onLine line: Int) -> Int? {
    guard let last = name.split(separator: ".").last.map(String.init) else { return nil }
    let accessor = Self.accessors[last]
    let start = indices.first { index in
      guard self[index].line == line, self[index].text == accessor ?? last else { return false }
      let previous = index > 0 ? self[index - 1].text : ""
      if accessor != nil { return isBrace(after: index) }
      return ["init", "deinit"].contains(last) ? previous != "." : previous == "func"
    }
    if start == nil, last == "getter" { return implicitGetter(of: name, onLine: line) }
    return start.flatMap { firstBrace(after: $0) }
  }

  /// Returns the index of the opening brace of a property's getter without the word `get`.
  private func implicitGetter(of name: String, onLine line: Int) -> Int? {
    let property = name.split(separator: ".").dropLast().last.map(String.init)
    let declared = indices.first {
      self[$0].line == line && self[$0].text == property && keyword(introducing: $0) != nil
    }
    guard let declared, let brace = firstBrace(after: declared), brace + 1 < count,
      !(declared + 1...brace).contains(where: { self[$0].gap.contains("=") })
    else { return nil }
    let words = ["get", "set", "_read", "_modify", "mutating", "nonmutating", "didSet", "willSet"]
    return words.contains(self[brace + 1].text) ? nil : brace
  }

  private static let accessors = [
    "getter": "get", "setter": "set", "didset": "didSet", "willset": "willSet",
  ]

  private func isBrace(after index: Int) -> Bool {
    index + 1 < count && self[index + 1].text == "{"
  }

  /// Returns the index of the first opening brace at or after an index, not counting braces in
  /// parentheses or brackets; `nil` if the enclosing block ends first.
  private func firstBrace(after index: Int) -> Int? {
    var open = 0
    for index in index..<count {
      switch self[index].text {
      case "(", "[": open += 1
      case ")", "]": open -= 1
      case "{" where open == 0: return index
      case "}" where open == 0: return nil
      default: break
      }
    }
    return nil
  }
}

/// A search for the closures that are written directly in a block, and not in another closure or
/// in a nested function or type.
///
/// The compiler numbers these closures in the order in which they are written. A brace after the
/// condition of a statement or after the header of a declaration does not begin a closure. The
/// search ends where the source does not show which closures the compiler numbers: at `#if`, at
/// macros and at regular expressions.
private struct ClosureSearch {
  /// The part of a statement or declaration before its block.
  private enum Header {
    /// A condition, in which a closure may follow a call.
    case condition
    /// A word that the block follows directly, such as `else`.
    case word
    /// A function, a type, or the cleanup code of `defer`, whose closures have their own numbers.
    case declaration
    /// A variable. The associated value indicates whether its initial value has begun.
    case variable(hasValue: Bool)
  }

  /// A block, or a list in parentheses or brackets, that contains the current position.
  private struct Level {
    var header: Header?
    var isRepeat = false
  }

  let tokens: SourceTokens
  private var levels = [Level()]
  private var position: Int
  private var end: Int
  private var found: [Int] = []
  private var isAfterRepeat = false

  init(tokens: SourceTokens, block: Int) {
    self.tokens = tokens
    position = block + 1
    end = tokens.block(at: block).upperBound - 1
  }

  /// Returns the indices of the opening braces of the closures in the block, in order.
  mutating func closures() -> [Int] {
    while position < end, !isUncertain {
      let wasAfterRepeat = isAfterRepeat
      isAfterRepeat = false
      noteValue()
      switch tokens[position].text {
      case "{": enterBrace()
      case "(", "[": enterList()
      case ")", "]": leave()
      case "}":
        isAfterRepeat = levels.last?.isRepeat ?? false
        leave()
      default: readWord(isAfterRepeat: wasAfterRepeat)
      }
      position += 1
    }
    return found
  }

  private mutating func leave() {
    if levels.count > 1 { levels.removeLast() }
  }

  private mutating func skipBlock() { position = tokens.block(at: position).upperBound - 1 }

  private mutating func enterList() {
    if case .declaration = levels[levels.count - 1].header {
      skipList()
    } else {
      levels.append(Level())
    }
  }

  /// Skips the parameters of a function. The closures in their default values have numbers of their
  /// own.
  private mutating func skipList() {
    var open = 0
    while position < end {
      if ["(", "["].contains(tokens[position].text) { open += 1 }
      if [")", "]"].contains(tokens[position].text) { open -= 1 }
      if open == 0 { return }
      position += 1
    }
  }

  private mutating func enterBrace() {
    let top = levels.count - 1
    switch levels[top].header {
    case .condition where !isClosureInCondition, .word:
      levels[top].header = nil
      levels.append(Level(isRepeat: tokens[position - 1].text == "repeat"))
      return
    case .declaration:
      levels[top].header = nil
    case .variable(let hasValue) where hasAccessors(hasValue: hasValue):
      levels[top].header = nil
    default:
      found.append(position)
    }
    skipBlock()
  }

  /// A Boolean value indicating whether the brace at the current position begins a closure in a
  /// condition. The block of the statement, or another part of the condition, follows the closure.
  private var isClosureInCondition: Bool {
    let last = tokens.block(at: position).upperBound - 1
    guard last + 1 < end else { return false }
    let next = tokens[last + 1]
    return ["{", ",", "where"].contains(next.text)
      || next.line == tokens[last].line && !next.gap.contains(";")
        && ([".", "(", "["].contains(next.text) || next.gap != "")
  }

  /// Returns whether the brace at the current position begins the accessors of a variable. If the
  /// variable has an initial value, these are its observers.
  private func hasAccessors(hasValue: Bool) -> Bool {
    guard hasValue else { return true }
    return ["didSet", "willSet"].contains(tokens[position + 1].text)
      && ["{", "("].contains(tokens[position + 2].text)
  }

  private mutating func readWord(isAfterRepeat: Bool) {
    let top = levels.count - 1
    let next = position + 1 < end ? tokens[position + 1].text : ""
    endVariable()
    guard isKeyword(followedBy: next) else { return }
    switch tokens[position].text {
    case "if", "for", "switch", "catch": levels[top].header = .condition
    case "while": if !isAfterRepeat { levels[top].header = .condition }
    case "do" where next == "{" || next == "throws": levels[top].header = .word
    case "else", "repeat": if next == "{" { levels[top].header = .word }
    case "guard": levels[top].header = nil
    case "defer" where next == "{": levels[top].header = .declaration
    case "func", "class", "struct", "enum", "protocol": levels[top].header = .declaration
    case "actor" where isName(position + 1): levels[top].header = .declaration
    case "var":
      if case .condition = levels[top].header { return }
      levels[top].header = .variable(hasValue: false)
    default: break
    }
  }

  /// Notes where the initial value of a variable begins.
  private mutating func noteValue() {
    guard case .variable = levels[levels.count - 1].header, tokens[position].gap.contains("=")
    else { return }
    levels[levels.count - 1].header = .variable(hasValue: true)
  }

  /// Ends the declaration of a variable at the first word of the next statement.
  private mutating func endVariable() {
    guard case .variable = levels[levels.count - 1].header else { return }
    let token = tokens[position]
    let previous = tokens[position - 1]
    let isNextLine =
      token.line > previous.line && token.gap == "" && ![":", ",", "."].contains(previous.text)
    if isNextLine || token.gap.contains(";") { levels[levels.count - 1].header = nil }
  }

  /// Returns whether the word at the current position is a keyword, and not a member, an argument
  /// label or a name in backticks.
  private func isKeyword(followedBy next: String) -> Bool {
    let previous = tokens[position - 1].text
    return previous != "." && !tokens[position].gap.hasSuffix("`")
      && !(next == ":" && ["(", ","].contains(previous))
  }

  private func isName(_ index: Int) -> Bool {
    index < end && tokens[index].line == tokens[index - 1].line && tokens[index].gap == ""
      && tokens[index].text.first.map { $0.isLetter || $0 == "_" } ?? false
  }

  /// A Boolean value indicating whether the source no longer shows, from the current position on,
  /// which closures the compiler numbers.
  private var isUncertain: Bool {
    let token = tokens[position]
    if token.gap.isEmpty { return false }
    if token.gap.hasSuffix("#") { return !Self.plainDirectives.contains(token.text) }
    return token.gap.contains("#/") || startsRegularExpression
  }

  /// The words after a number sign that begin neither a compilation condition nor a macro that may
  /// contain closures.
  private static let plainDirectives: Set = [
    "available", "unavailable", "selector", "keyPath", "file", "fileID", "filePath", "line",
    "column", "function", "dsohandle", "warning", "error",
  ]

  /// A Boolean value indicating whether the slash before the current token may begin a regular
  /// expression rather than be a division.
  private var startsRegularExpression: Bool {
    let gap = tokens[position].gap
    guard let slash = gap.firstIndex(of: "/") else { return false }
    let isOperand = tokens[position - 1].text.first.map { !"([{,:".contains($0) } ?? false
    let isDivision = slash == gap.startIndex && isOperand && !gap.contains("\\")
    return !isDivision && !gap.hasPrefix("\"")
  }
}
