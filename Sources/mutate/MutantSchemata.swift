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
  /// - Parameters:
  ///   - originals: The text of every file, by the file's name.
  ///   - module: The module of the library.
  ///   - others: The files of the other modules that the mutants edit, by module. These files are
  ///     not changed. A mutant that edits several modules is planted only if all of its edits can
  ///     be applied.
  /// - Complexity: O(*e* · (*n* + *e*)) for *e* edits and *n* lines, apart from the generation of
  ///   mutants.
  func applied(
    to originals: [String: String], of module: String = "Streams",
    besides others: [String: [String: String]] = [:]
  ) -> Result {
    let plan = EditPlan(of: mutants, in: others.merging([module: originals]) { $1 })
    var result = Result(copies: originals, obstacles: plan.obstacles)
    for (file, text) in originals.sorted(by: { $0.key < $1.key }) {
      result.copies[file] = applied(
        to: text, file: file, plan.changes(of: file, in: module), &result)
    }
    return result
  }

  /// Returns the text of `file` with its generated mutants and its edits, each behind a switch.
  private func applied(
    to text: String, file: String, _ changes: [EditPlan.Change], _ result: inout Result
  ) -> String {
    var groups: [[EditPlan.Change]] = []
    for change in changes {
      if let last = groups.last?.last, last.range == change.range {
        groups[groups.count - 1].append(change)
      } else {
        groups.append([change])
      }
    }
    var lines = generated(in: text, file: file, beside: changes, &result)
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
    in text: String, file: String, beside changes: [EditPlan.Change], _ result: inout Result
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

  private func switched(_ group: [EditPlan.Change], removed: [String]) -> [String] {
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
