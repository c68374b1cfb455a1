import MutantCells
@testable import Scenarios
import Testing

/// Tests that the list of surviving generated mutants does not grow. A mutant survives if no matrix
/// cell detects it.
struct SurvivorListTests {
  /// Lower this number when more mutants are detected; never raise it.
  private static let maxEntries = 13
  private static let maxOpen = 0

  @Test func doesNotExceedItsMaximumLength() {
    #expect(survivorList.entries.count <= Self.maxEntries)
    #expect(survivorList.open.count <= Self.maxOpen)
  }

  @Test func everyEntryNamesAMutant() {
    let listed = Set(generatedMutants.compactMap { survivorList.entry(for: $0)?.name })
    #expect(survivorList.entries.map(\.name).filter { !listed.contains($0) } == [])
    #expect(Set(survivorList.entries.map(\.name)).count == survivorList.entries.count)
  }

  @Test func everyMutantHasAUniqueName() {
    #expect(generatedMutants.count > 500)
    #expect(Set(generatedMutants.map(\.name)).count == generatedMutants.count)
    #expect(Set(generatedMutants.map(\.number)).count == generatedMutants.count)
  }

  @Test func parsesNamesSourcesAndReasons() {
    let list = SurvivorList(
      parsing: """
        # a comment
        A.swift:A.end:dropped-call  `dispose()`  No program sees it.
        B.swift:B.next:dropped-check#2  `a == b`  ?
        """)
    let (first, second) = (list.entries[0], list.entries[1])
    #expect(list.entries.count == 2)
    #expect((first.name, first.sourceText) == ("A.swift:A.end:dropped-call", "dispose()"))
    #expect(first.reason == "No program sees it.")
    #expect((second.name, second.sourceText) == ("B.swift:B.next:dropped-check#2", "a == b"))
    #expect(second.reason == nil && list.open == [second])
  }

  @Test func anEntryForAnotherSourceTextIsIgnored() {
    var mutant = GeneratedMutant(
      number: 1, kind: "dropped-call", file: "A.swift", line: 3, scope: "A.end",
      sourceText: "dispose()", position: 1)
    let list = SurvivorList(parsing: "A.swift:A.end:dropped-call  `dispose()`  A reason.")
    #expect(list.entry(for: mutant)?.reason == "A reason.")
    mutant.line = 40
    #expect(list.entry(for: mutant) != nil)
    mutant.sourceText = "cancel()"
    #expect(list.entry(for: mutant) == nil)
  }
}
