extension MutantGenerator {
  /// The functions and initializers that take disposables. The values are the labels of the
  /// parameters that receive the disposables.
  private static let owners: [String: Set<String>] = [
    "BinaryDisposable": [""], "CompositeDisposable": ["disposables"], "replace": ["with"],
    "set": [""], "setDisposable": [""],
  ]

  /// Adds a mutant for each disposable that is passed to one of the functions in `owners`.
  mutating func addArguments() {
    for index in outline.tokens.indices.dropLast() {
      guard let labels = Self.owners[token(index).text], token(index + 1).text == "(",
        let end = outline.partners[index + 1], end > index + 2, isCall(index)
      else { continue }
      for argument in arguments(index + 2..<end) {
        let hasLabel = argument.count > 2 && token(argument.lowerBound + 1).text == ":"
        let label = hasLabel ? token(argument.lowerBound).text : ""
        guard labels.contains(label) else { continue }
        let value = hasLabel ? argument.lowerBound + 2..<argument.upperBound : argument
        for disposable in disposables(of: value) {
          enclose(
            disposable, .forgottenDisposable, prefix: "MutantSwitch.forgetting(#, ", suffix: ")")
        }
      }
    }
  }

  /// Returns the disposables of an argument: the elements of an array literal, or the argument
  /// itself.
  ///
  /// The result is empty for an array that is not a literal, because its elements are not in the
  /// source text.
  private func disposables(of argument: Range<Int>) -> [Range<Int>] {
    guard token(argument.lowerBound).text == "[" else {
      let label = argument.lowerBound > 1 ? token(argument.lowerBound - 2).text : ""
      return label == "disposables" ? [] : [argument]
    }
    guard outline.partners[argument.lowerBound] == argument.upperBound - 1 else { return [] }
    return arguments(argument.lowerBound + 1..<argument.upperBound - 1)
  }

  private func isCall(_ index: Int) -> Bool {
    guard let block = outline.block(around: index) else { return false }
    let (role, isInlinable) = (outline.blocks[block].role, outline.blocks[block].isInlinable)
    return role != .members && !isInlinable && (index == 0 || token(index - 1).text != "func")
  }

  private func arguments(_ range: Range<Int>) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = range.lowerBound
    for index in outline.depthZero(range) where token(index).text == "," {
      result.append(start..<index)
      start = index + 1
    }
    result.append(start..<range.upperBound)
    return result.filter { !$0.isEmpty }
  }
}
