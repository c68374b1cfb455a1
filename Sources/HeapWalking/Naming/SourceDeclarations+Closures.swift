internal import OwnershipGraph

extension SourceDeclarations {
  /// A closure in a source file.
  struct Closure: Hashable {
    let path: String
    let line: Int
    /// The index of the closure's opening brace among the file's tokens.
    let brace: Int

    var location: SourceLocation { SourceLocation(file: SourcePath.relative(path), line: line) }
  }

  /// Returns a closure, given its number and those of the closures around it, outermost first.
  /// Returns `nil` if the source cannot be read, or if the closure cannot be found in it with
  /// certainty.
  ///
  /// - Parameters:
  ///   - function: The name of the function in which the closure is written; see
  ///     ``SourceTokens/body(of:onLine:)``.
  ///   - start: The location at which the function starts.
  func closure(
    _ numbers: [Int], in function: String, startingAt start: SourceStart
  ) -> Closure? {
    let query = ClosureQuery(numbers: numbers, function: function, start: start)
    return closures.value(for: query) {
      guard let tokens = tokens(of: start.path),
        let body = tokens.body(of: function, onLine: start.line),
        let brace = tokens.closure(numbers, inBlockAt: body)
      else { return nil }
      return Closure(path: start.path, line: tokens[brace].line, brace: brace)
    }
  }

  /// Returns the closure that starts on a line; `nil` if the source cannot be read, or if not
  /// exactly one brace opens on the line.
  func onlyClosure(onLine line: Int, ofFile path: String) -> Closure? {
    guard let tokens = tokens(of: path) else { return nil }
    let braces = tokens.indices.filter { tokens[$0].line == line && tokens[$0].text == "{" }
    return braces.count == 1 ? Closure(path: path, line: line, brace: braces[0]) : nil
  }

  /// Returns the location at which a function or a closure in it uses a method as a value; `nil` if
  /// the source cannot be read, or if it does not show exactly one such location.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of the closure and of the closures around it, outermost first; empty
  ///     for the function itself.
  ///   - function: The name of the function; see ``SourceTokens/body(of:onLine:)``.
  ///   - start: The location at which the function starts.
  func methodUsed(
    inClosure numbers: [Int], of function: String, startingAt start: SourceStart
  ) -> SourceStart? {
    let query = ClosureQuery(numbers: numbers, function: function, start: start)
    return methodReferences.value(for: query) {
      guard let tokens = tokens(of: start.path),
        let body = tokens.body(of: function, onLine: start.line),
        let brace = numbers.isEmpty ? body : tokens.closure(numbers, inBlockAt: body),
        let line = tokens.lineOfMethodUsed(inBlockAt: brace)
      else { return nil }
      return SourceStart(path: start.path, line: line)
    }
  }

  /// Returns the names of the variables that a closure captures, in the order in which the compiler
  /// stores them; `nil` if not all of them can be found in the source.
  func captures(of closure: Closure) -> [String]? {
    captured.value(for: closure) {
      tokens(of: closure.path).flatMap { $0.captures(ofClosureAt: closure.brace) }
    }
  }

  /// Returns whether a closure's capture list captures a variable weakly; `nil` if the source
  /// cannot be read.
  func capturesWeakly(_ closure: Closure) -> Bool? {
    tokens(of: closure.path).map { tokens in
      Self.captureList(ofClosureAt: closure.brace, in: tokens).contains {
        tokens[$0].text == "weak"
      }
    }
  }

  struct ClosureQuery: Hashable {
    let numbers: [Int]
    let function: String
    let start: SourceStart
  }
}
