import MutantCells
import Scenarios
import Testing

/// The list of generated mutants that no cell catches may only shrink.
struct SurvivorListTests {
  /// To be lowered when mutants are caught, never raised.
  private static let most = 298
  private static let mostOpen = 283

  @Test func itOnlyShrinks() {
    #expect(survivorList.count <= Self.most)
    #expect(survivorList.open.count <= Self.mostOpen)
  }

  @Test func everyEntryNamesAMutant() {
    let names = Set(generatedMutants.map(\.name))
    let listed = survivorList.open.union(survivorList.reasons.keys)
    #expect(listed.subtracting(names).sorted() == [])
  }

  @Test func everyMutantHasANameOfItsOwn() {
    #expect(generatedMutants.count > 500)
    #expect(Set(generatedMutants.map(\.name)).count == generatedMutants.count)
    #expect(Set(generatedMutants.map(\.number)).count == generatedMutants.count)
  }

  @Test func linesAreRead() {
    let list = SurvivorList(
      parsing: """
        # a comment
        A.swift:1:dropped-call  No program sees it.
        B.swift:2:dropped-check#2  ?
        """)
    #expect(list.reasons == ["A.swift:1:dropped-call": "No program sees it."])
    #expect(list.open == ["B.swift:2:dropped-check#2"])
  }
}
