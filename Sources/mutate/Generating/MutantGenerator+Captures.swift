extension MutantGenerator {
  /// Adds a mutant for each closure whose only capture is weak or unowned. A closure that consists
  /// of a single expression is excluded, because the expression may be the closure's value.
  mutating func addCaptures() {
    for index in outline.tokens.indices.dropLast(2)
    where token(index).text == "[" && ["weak", "unowned"].contains(token(index + 1).text) {
      guard let end = outline.partners[index], end == index + 3,
        let block = outline.block(around: end),
        outline.blocks[block].role == .closure
          || outline.blocks.contains(where: { $0.opener == index - 1 }),
        let closure = outline.blocks.first(where: { $0.opener == index - 1 }),
        let first = closure.statements.first
      else { continue }
      let start = token(first.tokens.lowerBound)
      // A single expression is the value of the closure, but a statement that starts with one of
      // these words is not.
      guard closure.statements.count > 1 || ["if", "guard", "_"].contains(start.text) else {
        continue
      }
      let name = token(index + 2).text
      let capture = ", kept# = MutantSwitch.isOn(#) ? \(name) : nil"
      add(
        GeneratedMutant(
          .strongCapture, file: file, line: token(index).line,
          sourceText: source(of: index..<end + 1),
          insertions: [
            GeneratedMutant.Insertion(
              offset: token(end).range.lowerBound, text: capture, extent: -1),
            GeneratedMutant.Insertion(
              offset: start.range.lowerBound, text: "withExtendedLifetime(kept#) {}; ",
              extent: 1 << 30),
          ]))
    }
  }

  /// Adds a mutant for each atomic exchange of a flag.
  mutating func addExchanges() {
    for index in outline.tokens.indices where token(index).text == "exchange" {
      guard index > 1, index + 2 < outline.tokens.count, token(index - 1).text == ".",
        token(index - 2).kind == .word, token(index + 1).text == "(",
        token(index + 2).text == "true", let end = outline.partners[index + 1]
      else { continue }
      let flag = token(index - 2).text
      enclose(
        index - 2..<end + 1, .splitExchange,
        prefix:
          "(MutantSwitch.isOn(#) ? { let old = \(flag).load();"
          + " MutantSwitch.pause(); \(flag).store(true); return old }() : ",
        suffix: ")")
    }
  }
}
