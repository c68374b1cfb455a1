import Testing

@testable import Scenarios

/// Tests of how the source lines that may have made matrix cells fail are ranked.
struct SuspectRankingTests {
  private typealias RedCell = SuspectRanking.RedCell

  private static func position(
    _ number: Int, _ file: String, scope: String = "A.next", sourceText: String = "a = nil"
  ) -> GeneratedMutant {
    GeneratedMutant(
      number: number, kind: "dropped-call", file: file, line: number, scope: scope,
      sourceText: sourceText,
      position: 1)
  }

  @Test func positionsThatOnlyRedCellsExecuteComeFirst() {
    let ranking = SuspectRanking(of: [
      Self.position(1, "Common.swift"), Self.position(2, "Rare.swift"),
    ])
    let ranked = ranking.ranked([RedCell(executed: [1, 2])]) { $0 == 1 ? 100 : 0 }
    #expect(ranked.map(\.position.file) == ["Rare.swift", "Common.swift"])
    #expect(ranked.first?.score == 1)
  }

  @Test func positionsThatAllRedCellsExecuteComeFirst() {
    let ranking = SuspectRanking(of: [
      Self.position(1, "Some.swift"), Self.position(2, "All.swift"),
    ])
    let red = [RedCell(executed: [1, 2]), RedCell(executed: [2])]
    #expect(ranking.ranked(red) { _ in 3 }.files == ["All.swift", "Some.swift"])
  }

  @Test func positionsAfterTheLastPassedCheckComeFirst() {
    let ranking = SuspectRanking(of: [
      Self.position(1, "Early.swift"), Self.position(2, "Late.swift"),
    ])
    let red = [RedCell(executed: [1, 2], executedLast: [2])]
    #expect(ranking.ranked(red) { _ in 1 }.files == ["Late.swift", "Early.swift"])
  }

  @Test func aPropertyThatRetainsASurvivorComesFirst() {
    let ranking = SuspectRanking(of: [
      Self.position(1, "Other.swift", scope: "Other.dispose"),
      Self.position(2, "Holder.swift", scope: "Holder.dispose", sourceText: "other()"),
      Self.position(3, "Holder.swift", scope: "Holder.dispose", sourceText: "self.sink = nil"),
    ])
    let red = [RedCell(executed: [1, 2, 3], clues: ["Holder", "Holder.sink"])]
    #expect(ranking.ranked(red) { _ in 1 }.map(\.position.number) == [3, 1])
  }

  @Test func aFileIsNamedOnce() {
    let ranking = SuspectRanking(of: [Self.position(1, "A.swift"), Self.position(2, "A.swift")])
    let ranked = ranking.ranked([RedCell(executed: [1, 2])]) { $0 == 1 ? 5 : 0 }
    #expect(ranked.map(\.position.number) == [2])
  }

  @Test func positionsWithoutAMutantAreIgnored() {
    #expect(SuspectRanking(of: []).ranked([RedCell(executed: [7])]) { _ in 0 }.isEmpty)
  }
}
