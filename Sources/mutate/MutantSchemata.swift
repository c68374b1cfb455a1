/// All mutants of one source file in a single text, each behind its own switch.
///
/// The result is a *mutant schema* (Untch, Offutt and Harrold 1993): every
/// changed place asks at run time which mutant is on, so any number of mutants
/// costs one build. A removed block becomes
///
///     if MutantSwitch.isOn(3) { added } else { removed }
///
/// Where that cannot be written (a declaration, a part of an expression), the
/// added lines say `isMutant` where they want the switch, and replace the
/// removed ones as they are.
struct MutantSchemata {
  private struct Change {
    var range: Range<Int>
    var index: Int
    var mutant: String
    var edit: Edit

    /// The added lines place the switch themselves.
    var isVerbatim: Bool { edit.added.contains { $0.contains("isMutant") } }
  }

  private let mutants: [PlannedMutant]

  init(_ mutants: [PlannedMutant]) {
    self.mutants = mutants
  }

  /// Checks that every edit names one of the given files.
  func checkFiles(_ files: [String]) throws(MutationError) {
    for mutant in mutants {
      for edit in mutant.edits where !files.contains(edit.file) {
        throw .unknownFile(mutant: mutant.name, file: edit.file)
      }
    }
  }

  /// The text of `file` with every edit of it behind its switch.
  ///
  /// - Throws: ``MutationError`` where an edit does not match exactly once, or
  ///   two edits overlap without removing the same lines.
  /// - Complexity: O(*e* · *n*) for *e* edits of the file and its *n* lines.
  func applied(to text: String, file: String) throws(MutationError) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var changes: [Change] = []
    for (index, mutant) in mutants.enumerated() {
      for edit in mutant.edits where edit.file == file {
        let range = try place(of: edit, mutant: mutant.name, in: lines)
        changes.append(Change(range: range, index: index, mutant: mutant.name, edit: edit))
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
        throw .overlap(mutant: last.mutant, other: change.mutant, file: file)
      }
    }
    for group in groups.reversed() {
      let range = group[0].range
      lines.replaceSubrange(range, with: switched(group, removed: Array(lines[range])))
    }
    return lines.joined(separator: "\n")
  }

  private func place(
    of edit: Edit, mutant: String, in lines: [String]
  ) throws(MutationError) -> Range<Int> {
    let pattern = edit.pattern.map(\.trimmed)
    let starts = lines.indices.filter { start in
      start + pattern.count <= lines.count
        && pattern.indices.allSatisfy { lines[start + $0].trimmed == pattern[$0] }
    }
    guard starts.count == 1, let start = starts.first, !pattern.isEmpty else {
      throw .matches(starts.count, mutant: mutant, file: edit.file, line: edit.line)
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
