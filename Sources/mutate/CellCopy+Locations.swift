extension CellCopy {
  /// Returns the text of a copy with directives that map its lines to the lines of the original, so
  /// that reports name files of the repository.
  ///
  /// Generated mutants do not change the line numbers of a file. An edit from the list of planted
  /// mistakes adds lines (see ``MutantSchemata``), and a directive after the edit restores the
  /// numbers. No directive follows an edit whose added lines contain `isMutant`. If such an edit
  /// adds more or fewer lines than it removes, it shifts the numbers of the lines after it.
  ///
  /// - Parameters:
  ///   - original: The text from which the copy was made.
  ///   - path: The path of the original.
  static func located(_ text: String, from original: String, at path: String) -> String {
    var lines: [Substring] = []
    var next = 1
    /// The kind of a line: outside an edit, added by an edit, or removed by an edit.
    enum Part { case outside, added, removed }
    var part = Part.outside
    func directive() -> Substring {
      "#sourceLocation(file: \(path.debugDescription), line: \(next))"
    }
    let copy = text.split(separator: "\n", omittingEmptySubsequences: false)
    let first = original.prefix { $0 != "\n" }
    for (index, line) in copy.enumerated() {
      if index == 0 {
        // An import may have been inserted before the original's first line.
        if line.hasPrefix("import Mutant"), copy.count > 1, copy[1] == first, line != first {
          lines += [line, directive()]
          continue
        }
        lines.append(directive())
      }
      lines.append(line)
      switch (part, line) {
      case (.added, "} else {"):
        part = .removed
        lines.append(directive())
      case (.added, "}"), (.removed, "}"):
        part = .outside
        lines.append(directive())
      case (.added, _): continue
      case (.outside, _) where line.hasPrefix("if MutantSwitch.isOn(") && line.hasSuffix(") {"):
        part = .added
      case (.outside, _), (.removed, _): next += 1
      }
    }
    return lines.joined(separator: "\n")
  }
}
