extension MutantGenerator {
  /// Words that occur in conditions on which the lifetime of an object depends: the names of flags,
  /// counts, limits and identities.
  private static let words: Set = [
    "isDisposed", "disposed", "isStopped", "isOver", "isSilent", "isFinished", "finished", "isLate",
    "isRunning", "isEmpty", "count", "isSending", "hasSwitched", "sourceStopped", "previous",
    "retained", "released", "underlying", "exchange", "stop", "mustStart", "mustDrain", "isAlive",
    "isCrowded", "connection", "connectionNumber", "generation", "hasMore", "number", "running",
    "limit", "sweepLimit", "isTimerRunning", "isSerial", "waiting", "termination", "isSubscribed",
    "isOpen", "active", "depth", "place", "head", "index", "end", "recordEvent", "beginSwitch",
    "enter", "storesElements", "keepsElements", "isActive", "wasSet", "isSet", "pending",
    "hasPending", "isTooDeep", "hasEnded",
    "ended", "current", "first", "subscription", "maxConcurrent", "isDone", "isLast", "remaining",
    "received", "isStarted", "started", "isScheduled", "isEnded", "isComplete", "isConnected",
    "hasStarted", "hasElement", "isBusy", "isFull", "isWanted", "isIdle", "raise", "isReleased",
    "noBlock", "slot", "isInvalid", "shouldDispose", "latest", "buffer", "capacity", "hasValue",
    "isCancelled", "isUnwanted", "state", "finish", "isWaiting", "takes", "isDue",
    "isZeroOrNegative",
  ]

  /// Adds mutants for the conditions of each `if` or `guard` in a statement.
  mutating func addConditions(of statement: SourceOutline.Statement) {
    for index in statement.tokens {
      let keyword = token(index).text
      guard keyword == "if" || keyword == "guard", token(index).kind == .word,
        isOwn(index, statement)
      else { continue }
      let end = end(ofConditionsAfter: index, keyword: keyword, in: statement.tokens)
      for condition in conditions(index + 1..<end) {
        addCheck(condition, isGuard: keyword == "guard")
      }
    }
  }

  /// Returns whether a token belongs to the statement itself rather than to a block inside it.
  private func isOwn(_ index: Int, _ statement: SourceOutline.Statement) -> Bool {
    outline.depthZero(statement.tokens).contains(index)
  }

  private func end(ofConditionsAfter index: Int, keyword: String, in range: Range<Int>) -> Int {
    let stop = keyword == "guard" ? "else" : "{"
    let end = outline.depthZero(index + 1..<range.upperBound).first { index in
      guard token(index).text == stop else { return false }
      // The opening brace of a closure does not end the conditions.
      return stop == "else"
        || outline.blocks.contains { $0.opener == index && $0.role != .closure }
    }
    return end ?? index + 1
  }

  /// Returns the conditions in a range. Commas separate the conditions.
  private func conditions(_ range: Range<Int>) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = range.lowerBound
    for index in outline.depthZero(range) where token(index).text == "," {
      result.append(start..<index)
      start = index + 1
    }
    if start < range.upperBound { result.append(start..<range.upperBound) }
    return result
  }

  private mutating func addCheck(_ condition: Range<Int>, isGuard: Bool) {
    let tokens = condition.map { token($0) }
    let isPlain = !tokens.contains {
      ["let", "var", "case", "try", "await", "is"].contains($0.text) || $0.kind == .directive
    }
    guard isPlain, tokens.contains(where: { Self.words.contains($0.text) }) else { return }
    // The first mutant removes the early exit: a `guard` always passes, and an `if` never enters
    // its body.
    let (prefix, suffix) =
      isGuard ? ("(MutantSwitch.isOn(#) || (", "))") : ("(!MutantSwitch.isOn(#) && (", "))")
    enclose(condition, .droppedCheck, prefix: prefix, suffix: suffix)
    enclose(condition, .invertedCheck, prefix: "(MutantSwitch.isOn(#) != (", suffix: "))")
  }
}
