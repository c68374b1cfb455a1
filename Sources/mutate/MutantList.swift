/// The list of planted mistakes, parsed from the text of `Mutants.txt`.
///
/// A mutant is a block of lines. A line that starts with `#` is a comment:
///
///     mutant  sink-disposer-keeps-its-references
///     summary SinkDisposer.dispose does not clear its references.
///     breaks  completion error dispose bagDrop
///     leaves  SinkDisposer AnonymousObservableSink
///     edit    SinkDisposer.swift
///      subscription?.dispose()
///     -sink = nil
///     +
///
/// The line `breaks` names endings of subscriptions. For each of them, at least one matrix cell
/// must fail. The line `leaves` names the types whose objects the findings must show. A line
/// `shows SinkDisposer.sink` names references that the findings must show. A line
/// `edit RACDisposables/RACDisposable.swift` names a file of a module other than `Streams`. A line
/// `cells create/flatMap/` names parts of cell ids, with `@` in place of a blank. The cells whose
/// ids contain one of these parts run with the mutant. Without such a line, a default set of cells
/// runs.
///
/// The line `edit` is followed by a hunk as in a unified diff: context lines, which start with a
/// space, then removed lines (`-`), added lines (`+`), and more context lines. A mutant may have
/// several edits.
struct MutantList: Equatable {
  /// The name of the list, for messages.
  static let fileName = "Mutants.txt"

  private(set) var mutants: [PlannedMutant] = []

  /// - Throws: ``MutationError`` that names the invalid line or the incomplete mutant.
  init(parsing text: String) throws(MutationError) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, content) in lines.enumerated() {
      try read(String(content), line: index + 1)
    }
    for mutant in mutants {
      let isComplete =
        !mutant.endings.isEmpty && !mutant.edits.isEmpty
        && mutant.edits.allSatisfy { !$0.pattern.isEmpty && !($0.removed + $0.added).isEmpty }
      guard isComplete else { throw .incomplete(mutant: mutant.name) }
    }
  }

  private mutating func read(_ content: String, line: Int) throws(MutationError) {
    guard let first = content.first, first != "#" else { return }
    if " -+".contains(first) {
      try readHunk(marker: first, text: String(content.dropFirst()), line: line)
      return
    }
    let words = content.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2 else { throw .syntax(line: line, "expected a keyword and a value") }
    let value = words[1].trimmed
    if words[0] == "mutant" {
      guard !mutants.contains(where: { $0.name == value }) else {
        throw .syntax(line: line, "the mutant '\(value)' is declared twice")
      }
      mutants.append(PlannedMutant(name: value))
      return
    }
    guard var mutant = mutants.popLast() else {
      throw .syntax(line: line, "'\(words[0])' precedes the first 'mutant' line")
    }
    defer { mutants.append(mutant) }
    switch words[0] {
    case "summary": mutant.summary = value
    case "breaks": mutant.endings = value.split(separator: " ").map(String.init)
    case "leaves": mutant.objects = value.split(separator: " ").map(String.init)
    case "shows": mutant.references = value.split(separator: " ").map(String.init)
    case "cells":
      mutant.cells = value.split(separator: " ").map { String($0).replacing("@", with: " ") }
    case "edit": mutant.edits.append(Edit(path: value, line: line))
    default: throw .syntax(line: line, "unknown keyword '\(words[0])'")
    }
  }

  private mutating func readHunk(
    marker: Character, text: String, line: Int
  ) throws(MutationError) {
    guard var mutant = mutants.popLast(), var edit = mutant.edits.popLast() else {
      throw .syntax(line: line, "a changed line precedes the first 'edit' line")
    }
    defer {
      mutant.edits.append(edit)
      mutants.append(mutant)
    }
    switch marker {
    case "-":
      guard edit.added.isEmpty, edit.after.isEmpty else {
        throw .syntax(line: line, "removed lines must be consecutive and precede the added lines")
      }
      edit.removed.append(text)
    case "+":
      guard edit.after.isEmpty else {
        throw .syntax(line: line, "added lines must be consecutive")
      }
      edit.added.append(text)
    default:
      if edit.removed.isEmpty && edit.added.isEmpty {
        edit.before.append(text)
      } else {
        edit.after.append(text)
      }
    }
  }
}
