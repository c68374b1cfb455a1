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

  @Test(arguments: [
    (
      90, 10, 0,
      "90.0 %, 90 of 100 generated mistakes caught; the other 10 are listed with a reason"
    ),
    (44, 1, 0, "97.7 %, 44 of 45 generated mistakes caught; the other one is listed with a reason"),
    (
      7, 1, 2, "70.0 %, 7 of 10 generated mistakes caught; 1 of the other 3 is listed with a reason"
    ),
    (
      6, 2, 2,
      "60.0 %, 6 of 10 generated mistakes caught; 2 of the other 4 are listed with a reason"
    ),
    (2, 0, 1, "66.6 %, 2 of 3 generated mistakes caught"),
    (2, 0, 0, "100.0 %, 2 of 2 generated mistakes caught"),
  ])
  func theScoreCountsEverySurvivorWithOrWithoutAReason(
    caught: Int, explained: Int, open: Int, summary: String
  ) {
    #expect(Self.score(caught: caught, explained: explained, open: open).summary == summary)
  }
}
