import Scenarios
import TestSupport
import Testing

/// Tests that, for any two factors, every pair of their levels occurs.
struct CoveringArrayTests {
  private func missingPairs(_ levels: [Int], _ rows: [[Int]]) -> [[Int]] {
    var missing: [[Int]] = []
    for first in levels.indices {
      for second in levels.indices where second > first {
        for one in 0..<levels[first] {
          for other in 0..<levels[second]
          where !rows.contains(where: { $0[first] == one && $0[second] == other }) {
            missing.append([first, one, second, other])
          }
        }
      }
    }
    return missing
  }

  @Test(arguments: [
    [2, 2, 2], [3, 3, 3, 3], [5, 1, 2], [4, 4], [1, 1, 1], [2, 3, 4, 5, 6], [7, 2, 2, 2, 2, 2],
  ])
  func everyPairOfLevelsOccurs(levels: [Int]) {
    let rows = CoveringArray(levels: levels).rows
    #expect(missingPairs(levels, rows) == [])
    #expect(
      rows.allSatisfy { row in
        row.count == levels.count && zip(row, levels).allSatisfy { (0..<$1).contains($0) }
      })
    #expect(Set(rows).count == rows.count)
  }

  @Test func randomFactorsAreCoveredByFewRows() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<40 {
      let levels = (0..<Int.random(in: 2...7, using: &generator)).map { _ in
        Int.random(in: 1...6, using: &generator)
      }
      let rows = CoveringArray(levels: levels).rows
      #expect(missingPairs(levels, rows) == [], "\(levels)")
      let largest = levels.sorted().suffix(2).reduce(1, *)
      #expect(rows.count >= largest && rows.count <= 2 * largest + levels.count, "\(levels)")
    }
  }

  @Test func arraysOfFewFactorsAreMinimal() {
    #expect(CoveringArray(levels: []).rows == [])
    #expect(CoveringArray(levels: [3]).rows == [[0], [1], [2]])
    #expect(
      CoveringArray(levels: [2, 2, 2]).rows == [[0, 0, 0], [0, 1, 1], [1, 0, 1], [1, 1, 0]])
  }
}
