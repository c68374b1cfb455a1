extension SourceOutline {
  private static let namingKeywords: Set = [
    "class", "struct", "enum", "extension", "protocol", "actor", "func", "var", "let", "case",
  ]
  private static let unnamedDeclarations: Set = ["init", "deinit", "subscript"]

  /// Returns the types and the function that enclose an offset of the text, such as `AmbSink.next`;
  /// empty at the top level of a file.
  ///
  /// For an offset in a local function or a closure, the result names the function that contains
  /// the local function or closure.
  func scope(at offset: Int) -> String {
    var names: [String] = []
    var current = tokens.firstIndex { $0.range.upperBound > offset }.flatMap { block(around: $0) }
    while let number = current {
      let parent = blocks[number].parent
      if parent.map({ blocks[$0].role == .members }) ?? true, let name = name(of: number) {
        names.append(name)
      }
      current = parent
    }
    return names.reversed().joined(separator: ".")
  }

  /// Returns the declared or extended name in the header of a block; `nil` if the header has none,
  /// as for an accessor.
  private func name(of block: Int) -> String? {
    let (brace, parent) = (blocks[block].opener, blocks[block].parent)
    let header = depthZero(headerStart(of: brace, parent: parent)..<brace)
    for (position, index) in header.enumerated() where tokens[index].kind == .word {
      let word = tokens[index].text
      if Self.unnamedDeclarations.contains(word) { return word }
      guard Self.namingKeywords.contains(word), position + 1 < header.count else { continue }
      let next = tokens[header[position + 1]].text
      // In `class func` and `class var`, `class` is a modifier.
      if Self.namingKeywords.contains(next) { continue }
      return qualifiedName(header[(position + 1)...])
    }
    return nil
  }

  /// Returns a name with the types before it: `CompositeDisposable.DisposeKey`.
  private func qualifiedName(_ header: ArraySlice<Int>) -> String {
    var name = ""
    for index in header {
      let token = tokens[index]
      guard token.text == "." || (name.isEmpty || name.hasSuffix(".")) else { break }
      name += token.text
    }
    return name
  }
}
