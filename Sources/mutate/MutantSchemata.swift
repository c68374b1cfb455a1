/// A type that adds mutants to the source files of a library, each mutant with its own switch.
///
/// The result is a *mutant schema* (Untch, Offutt and Harrold 1993): the code at every changed
/// position tests at run time which mutant is on, so one build contains any number of mutants. An
/// edit from the list of planted mistakes becomes
///
///     if MutantSwitch.isOn(3) { added } else { removed }
///
/// This form is not possible for a declaration or a part of an expression. The added lines of such
/// an edit contain `isMutant`, which represents the switch, and replace the removed lines.
struct MutantSchemata {
  private struct Change {
    var range: Range<Int>
    var index: Int
    var mutant: String
    var edit: Edit

    /// A Boolean value indicating whether the added lines themselves contain the switch.
    var isVerbatim: Bool { edit.added.contains { $0.contains("isMutant") } }
  }

  /// The mutated text of each file, by file name, and the mutants that the texts contain.
  struct Result {
    var copies: [String: String]
    /// The reasons why mutants of the list are missing, by the index of the mutant in the list.
    var obstacles: [Int: Obstacle]
    /// The generated mutants, in the order of their numbers.
    var generated: [GeneratedMutant] = []
  }

  private let mutants: [PlannedMutant]
  /// The number of the first generated mutant; `nil` to generate none.
  private let firstNumber: Int?

  init(_ mutants: [PlannedMutant], generatingFrom firstNumber: Int? = nil) {
    self.mutants = mutants
    self.firstNumber = firstNumber
  }

  /// Plants the mutants in the files of a library.
  ///
  /// - Parameter originals: The text of every file, by the file's name.
  /// - Complexity: O(*e* · *n*) for *e* edits and *n* lines, apart from the generation of mutants.
  func applied(to originals: [String: String]) -> Result {
    var result = Result(copies: originals, obstacles: [:])
    for (index, mutant) in mutants.enumerated() {
      if let edit = mutant.edits.first(where: { originals[$0.file] == nil }) {
        result.obstacles[index] = .unknownFile(edit.file)
      }
    }
    for (file, text) in originals.sorted(by: { $0.key < $1.key }) {
      result.copies[file] = applied(to: text, file: file, &result)
    }
    return result
  }

  /// Returns the text of `file` with its generated mutants and its edits, each behind a switch. An
  /// edit that cannot be located, or that overlaps an earlier edit, is left out and recorded as an
  /// obstacle.
  private func applied(to text: String, file: String, _ result: inout Result) -> String {
    let originalLines = text.split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    var changes: [Change] = []
    for (index, mutant) in mutants.enumerated() {
      for edit in mutant.edits where edit.file == file {
        do {
          let range = try self.range(of: edit, in: originalLines)
          changes.append(Change(range: range, index: index, mutant: mutant.name, edit: edit))
        } catch {
          result.obstacles[index] = error
        }
      }
    }
    changes.sort { ($0.range.lowerBound, $0.index) < ($1.range.lowerBound, $1.index) }
    var groups: [[Change]] = []
    for change in changes {
      guard let last = groups.last?.last else {
        groups.append([change])
        continue
      }
      if last.range == change.range, !last.isVerbatim, !change.isVerbatim {
        groups[groups.count - 1].append(change)
      } else if last.range.upperBound <= change.range.lowerBound, last.range != change.range {
        groups.append([change])
      } else {
        result.obstacles[change.index] = .overlap(with: last.mutant, file: file)
      }
    }
    var lines = generated(in: text, file: file, beside: groups.flatMap(\.self), &result)
    for group in groups.reversed() {
      let range = group[0].range
      lines.replaceSubrange(range, with: switched(group, removed: Array(lines[range])))
    }
    return lines.joined(separator: "\n")
  }

  /// Returns the lines of a file with the generated mutants. Each line keeps its line number.
  ///
  /// A generated mutant that overlaps an edit of the list is left out, with two exceptions: a
  /// mutant that encloses the edit, and a mutant inside an edit whose added lines do not contain
  /// the switch.
  private func generated(
    in text: String, file: String, beside changes: [Change], _ result: inout Result
  ) -> [String] {
    guard let firstNumber else {
      return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    let lineOf = LineNumbers(text)
    let mutants = MutantGenerator.mutants(of: text, file: file).filter { mutant in
      let lines = lineOf[mutant.span.lowerBound]..<lineOf[mutant.span.upperBound] + 1
      return changes.allSatisfy { change in
        let isOutside = !lines.overlaps(change.range)
        let encloses =
          lines.lowerBound < change.range.lowerBound
          && lines.upperBound > change.range.upperBound
        let isInside = lines.clamped(to: change.range) == lines
        return isOutside || encloses || (isInside && !change.isVerbatim)
      }
    }
    let start = firstNumber + result.generated.count
    result.generated += mutants
    return mutants.applied(to: text, numbers: Array(start..<start + mutants.count))
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Returns the range of the lines that an edit removes. The edit's context and removed lines must
  /// occur exactly once.
  private func range(of edit: Edit, in lines: [String]) throws(Obstacle) -> Range<Int> {
    let pattern = edit.pattern.map(\.trimmed)
    let starts = lines.indices.filter { start in
      start + pattern.count <= lines.count
        && pattern.indices.allSatisfy { lines[start + $0].trimmed == pattern[$0] }
    }
    guard starts.count == 1, let start = starts.first else {
      throw .matches(starts.count, file: edit.file, line: edit.line)
    }
    let lower = start + edit.before.count
    return lower..<lower + edit.removed.count
  }

  private func switched(_ group: [Change], removed: [String]) -> [String] {
    if let only = group.first, only.isVerbatim {
      return only.edit.added.map {
        $0.replacing("isMutant", with: "MutantSwitch.isOn(\(only.index))")
      }
    }
    var result: [String] = []
    for change in group {
      let head = "if MutantSwitch.isOn(\(change.index)) {"
      result.append(result.isEmpty ? head : "} else " + head)
      result += change.edit.added
    }
    if !removed.isEmpty {
      result.append("} else {")
      result += removed
    }
    return result + ["}"]
  }
}
