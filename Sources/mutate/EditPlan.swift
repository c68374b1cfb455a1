/// The positions of the planted mutants' edits in the files of the libraries.
///
/// A mutant is planted as a whole or not at all: if one of its edits cannot be located, or overlaps
/// an edit of an earlier mutant, none of its edits is applied. A part of a mutant is not the
/// mistake that the list describes, and it may not compile.
struct EditPlan {
  /// A located edit.
  struct Change {
    /// The lines that the edit removes.
    var range: Range<Int>
    /// The index of the mutant in the list.
    var index: Int
    /// The name of the mutant.
    var mutant: String
    var edit: Edit

    /// A Boolean value indicating whether the added lines themselves contain the mutant's switch,
    /// as `isMutant` (see ``MutantSchemata``).
    var isVerbatim: Bool { edit.added.contains { $0.contains("isMutant") } }

    /// Returns whether both changes can be made to one file: the lines of one precede the lines of
    /// the other, or both replace the same lines and the tool adds their switches.
    func isCompatible(with other: Change) -> Bool {
      if range == other.range { return !isVerbatim && !other.isVerbatim }
      return range.upperBound <= other.range.lowerBound
        || other.range.upperBound <= range.lowerBound
    }
  }

  private struct File: Hashable {
    var module: String
    var name: String
  }

  private var changes: [File: [Change]] = [:]
  /// The reasons why mutants are not planted, by the index of the mutant in the list.
  private(set) var obstacles: [Int: Obstacle] = [:]

  /// - Parameter sources: For each module, the text of every file, by the file's name.
  /// - Complexity: O(*e* · (*n* + *e*)) for *e* edits and *n* lines.
  init(of mutants: [PlannedMutant], in sources: [String: [String: String]]) {
    let lines = sources.mapValues { $0.mapValues(Self.lines) }
    for (index, mutant) in mutants.enumerated() {
      do {
        try add(mutant, index, in: lines)
      } catch {
        obstacles[index] = error
      }
    }
  }

  /// Returns the changes of a file, in the order of their lines. Changes of the same lines are in
  /// the order of the list.
  func changes(of file: String, in module: String) -> [Change] {
    (changes[File(module: module, name: file)] ?? []).sorted {
      ($0.range.lowerBound, $0.range.upperBound, $0.index)
        < ($1.range.lowerBound, $1.range.upperBound, $1.index)
    }
  }

  /// Adds all edits of a mutant, or none if one of them cannot be applied.
  private mutating func add(
    _ mutant: PlannedMutant, _ index: Int, in lines: [String: [String: [String]]]
  ) throws(Obstacle) {
    var result = changes
    for edit in mutant.edits {
      guard let lines = lines[edit.module]?[edit.file] else {
        throw .unknownFile(edit.file, line: edit.line)
      }
      let range = try Self.range(of: edit, in: lines)
      let change = Change(range: range, index: index, mutant: mutant.name, edit: edit)
      let file = File(module: edit.module, name: edit.file)
      if let other = result[file]?.first(where: { !$0.isCompatible(with: change) }) {
        throw .overlap(with: other.mutant, file: edit.file, line: edit.line)
      }
      result[file, default: []].append(change)
    }
    changes = result
  }

  /// Returns the range of the lines that an edit removes. The edit's context and removed lines must
  /// occur exactly once.
  private static func range(of edit: Edit, in lines: [String]) throws(Obstacle) -> Range<Int> {
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

  private static func lines(of text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
