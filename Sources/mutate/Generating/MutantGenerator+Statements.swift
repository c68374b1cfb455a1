extension MutantGenerator {
  /// The first words of statements that no mutant removes: declarations, control statements, and
  /// calls of `super`.
  private static let otherStatements: Set = [
    "let", "var", "func", "class", "struct", "enum", "extension", "typealias", "import", "init",
    "deinit", "static", "private", "fileprivate", "override", "final", "public", "internal",
    "package", "open", "nonisolated", "mutating", "weak", "unowned", "lazy", "case", "default",
    "if", "guard", "for", "while", "switch", "return", "throw", "break", "continue",
    "fallthrough", "defer", "do", "repeat", "@", "super",
  ]

  /// Methods that end, remove, return or store an object. Removing a call of one of these methods
  /// changes the lifetime of the object.
  private static let endings: Set = [
    "dispose", "cancel", "remove", "removeAll", "removeLast", "removeFirst", "removeKey",
    "removeValue", "popFirst", "popLast", "popAll", "takeAll", "take", "markDisposed", "leave",
    "drain", "connectionDidEnd", "unregisterSilently", "sourceEnded", "end", "endSubscription",
    "finish", "stop", "release", "didEnd",
    "open", "sweep", "closeGaps", "disposeNow", "sendCompleted", "sendError", "unregister",
    "deallocate", "removeDisposable", "takeIfUnused", "close", "advance", "replace", "set",
    "setDisposable", "insert", "setSinkAndSubscription", "addDisposable", "disposed", "perform",
    "enqueue", "removeObserver", "innerCompleted", "sourceCompleted", "invoke", "detach",
    "terminate",
    "completed", "error", "onCompleted", "onError", "clear", "reset", "finished", "swapIn",
  ]

  /// Adds the mutants for the statements of a block and for the conditions in these statements.
  mutating func addMutants(of number: Int) {
    let block = outline.blocks[number]
    if block.isInlinable || block.role == .members || block.role == .sections { return }
    let isOnlyValue = block.statements.count == 1 && outline.producesValue(number)
    for (index, statement) in block.statements.enumerated() {
      addConditions(of: statement)
      guard let kind = kind(of: statement, in: number) else { continue }
      // Assignments and disposals have no value that a closure can return.
      let isVoid = kind == .droppedAssignment || kind == .droppedCount || disposes(statement)
      if isOnlyValue, !(isVoid && block.role != .function(hasValue: true)) { continue }
      enclose(statement.tokens, kind, prefix: "if !MutantSwitch.isOn(#) { ", suffix: " }")
      if index > 0 { addSwap(block.statements[index - 1], statement, in: number) }
    }
  }

  /// Returns the kind of mutant that removes a statement; `nil` if no mutant removes it.
  private func kind(of statement: SourceOutline.Statement, in block: Int) -> GeneratedMutant.Kind? {
    let parts = outline.depthZero(statement.tokens)
    guard let first = parts.first, token(first).kind != .directive,
      !Self.otherStatements.contains(token(first).text)
    else { return nil }
    if let sign = parts.first(where: {
      ["=", "+=", "-=", "&+=", "&-=", "*="].contains(token($0).text)
    }) {
      guard outline.blocks[block].role != .initializer else { return nil }
      if token(first).text == "_" { return call(parts) ? .droppedCall : nil }
      return assignment(parts, sign, in: block)
    }
    return call(parts) ? .droppedCall : nil
  }

  private func call(_ parts: [Int]) -> Bool {
    methods(parts).contains(where: Self.endings.contains)
  }

  /// Returns the names of the methods that a statement calls outside brackets, including calls
  /// through optional chaining.
  private func methods(_ parts: [Int]) -> [String] {
    parts.indices.dropLast().compactMap { index in
      let next = token(parts[index + 1])
      guard token(parts[index]).kind == .word, ["(", "?", "{"].contains(next.text) else {
        return nil
      }
      return token(parts[index]).text
    }
  }

  private func disposes(_ statement: SourceOutline.Statement) -> Bool {
    let parts = outline.depthZero(statement.tokens)
    return methods(parts).last == "dispose" && !parts.contains { token($0).text == "=" }
  }

  /// Returns the kind of mutant that removes an assignment.
  ///
  /// The result is `nil` if the statement gives a local name its first value, assigns a tuple, or
  /// changes a number by an amount other than 1.
  private func assignment(
    _ parts: [Int], _ sign: Int, in block: Int
  ) -> GeneratedMutant.Kind? {
    if token(sign).text != "=" {
      let amount = parts.last.map { token($0).text }
      return amount == "1" ? .droppedCount : nil
    }
    guard let first = parts.first, token(first).kind == .word || token(first).text == "(" else {
      return nil
    }
    if token(first).text == "(" || isDeclaredWithoutValue(token(first).text, around: block) {
      return nil
    }
    return .droppedAssignment
  }

  /// Returns whether an enclosing block declares a local name without a value.
  private func isDeclaredWithoutValue(_ name: String, around block: Int) -> Bool {
    var current: Int? = block
    while let number = current, outline.blocks[number].role != .members {
      for statement in outline.blocks[number].statements {
        let words = outline.depthZero(statement.tokens).map { token($0).text }
        guard let keyword = words.firstIndex(where: { $0 == "let" || $0 == "var" }),
          keyword + 1 < words.count, words[keyword + 1] == name, !words.contains("=")
        else { continue }
        return true
      }
      current = outline.blocks[number].parent
    }
    return false
  }

  /// Adds a mutant that swaps two adjacent calls, if exactly one of them disposes or ends an
  /// object.
  private mutating func addSwap(
    _ first: SourceOutline.Statement, _ second: SourceOutline.Statement, in block: Int
  ) {
    guard ends(first) != ends(second), isPlainCall(first), isPlainCall(second) else { return }
    let (one, other) = (source(of: first.tokens), source(of: second.tokens))
    enclose(
      first.tokens.lowerBound..<second.tokens.upperBound, .swappedCalls,
      prefix: "if MutantSwitch.isOn(#) { \(other); \(one) } else { ", suffix: " }")
  }

  private func ends(_ statement: SourceOutline.Statement) -> Bool {
    let last = methods(outline.depthZero(statement.tokens)).last ?? ""
    return [
      "dispose", "sourceEnded", "connectionDidEnd", "unregisterSilently", "stop", "release",
      "markDisposed", "leave",
    ].contains(last)
  }

  /// Returns whether a statement is a call without closures, on one line, whose result is unused.
  private func isPlainCall(_ statement: SourceOutline.Statement) -> Bool {
    let tokens = statement.tokens.map { token($0) }
    let parts = outline.depthZero(statement.tokens)
    guard let first = tokens.first, let last = tokens.last, first.line == last.line,
      first.kind == .word, !Self.otherStatements.contains(first.text), last.text == ")"
    else { return false }
    return !tokens.contains { ["{", "=", "+=", "-=", "#"].contains($0.text) }
      && methods(parts).count >= 1
  }
}
