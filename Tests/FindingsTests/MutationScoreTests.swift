import Findings
import Testing

/// Tests of the score of generated mutants.
struct MutationScoreTests {
  private static func score(caught: Int, explained: Int, open: Int) -> MutationScore {
    func survivors(_ count: Int, reason: String?) -> [MutationScore.Survivor] {
      (0..<count).map { MutationScore.Survivor(name: "\($0)", sourceText: "a()", reason: reason) }
    }
    return MutationScore(
      files: [
        MutationScore.File(
          name: "A.swift", mutants: caught + explained + open, caught: caught, explained: explained)
      ],
      survivors: survivors(explained, reason: "No program sees it.")
        + survivors(open, reason: nil), isSample: false)
  }

  @Test func equivalentMutantsDoNotCount() {
    #expect(
      Self.score(caught: 90, explained: 10, open: 0).summary
        == "100.0 %, 90 of 90 generated mistakes caught; "
        + "including 10 listed as equivalent, 90.0 % of 100")
  }

  @Test func openOnesDo() {
    #expect(
      Self.score(caught: 2, explained: 0, open: 1).summary
        == "66.6 %, 2 of 3 generated mistakes caught")
  }
}
