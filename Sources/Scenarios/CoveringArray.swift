/// A list of combinations of the levels of several factors. For any two factors, it contains every
/// pair of their levels.
///
/// Most faults occur when at most two conditions coincide, and a small subset of all combinations
/// contains every pair. The number of rows is at least the product of the two largest numbers of
/// levels, and is rarely much larger.
///
///     CoveringArray(levels: [2, 2, 2]).rows
///     // [[0, 0, 0], [0, 1, 1], [1, 0, 1], [1, 1, 0]]; there are 8 combinations in total
///
/// Rows are built one at a time (Cohen and others, "The AETG system", 1997). A row starts with a
/// pair that no earlier row covers. For every other factor, it gets the level that covers the
/// largest number of uncovered pairs. Of several such levels, it gets the lowest, so the result is
/// deterministic.
package struct CoveringArray: Sendable {
  /// The combinations. Each contains one level of each factor. Levels are counted from 0.
  package private(set) var rows: [[Int]] = []

  private struct Pair: Hashable {
    var first: Int
    var firstLevel: Int
    var second: Int
    var secondLevel: Int
  }

  /// - Parameter levels: The number of levels of each factor, all positive.
  /// - Complexity: O(*r* · *f*² · *l*) for *r* rows, *f* factors and *l* levels.
  package init(levels: [Int]) {
    precondition(levels.allSatisfy { $0 > 0 }, "Every factor must have at least one level.")
    guard levels.count > 1 else {
      rows = levels.first.map { (0..<$0).map { [$0] } } ?? []
      return
    }
    let pairs = Self.pairs(levels)
    var uncovered = Set(pairs)
    for pair in pairs where uncovered.contains(pair) {
      let row = Self.row(from: pair, levels, uncovered)
      rows.append(row)
      for covered in Self.pairs(in: row) { uncovered.remove(covered) }
    }
  }

  private static func pairs(_ levels: [Int]) -> [Pair] {
    levels.indices.flatMap { first in
      levels.indices.dropFirst(first + 1).flatMap { second in
        (0..<levels[first]).flatMap { firstLevel in
          (0..<levels[second]).map { secondLevel in
            Pair(
              first: first, firstLevel: firstLevel, second: second, secondLevel: secondLevel)
          }
        }
      }
    }
  }

  private static func pairs(in row: [Int]) -> [Pair] {
    row.indices.flatMap { first in
      row.indices.dropFirst(first + 1).map { second in
        Pair(first: first, firstLevel: row[first], second: second, secondLevel: row[second])
      }
    }
  }

  private static func row(from pair: Pair, _ levels: [Int], _ uncovered: Set<Pair>) -> [Int] {
    var chosen = [Int?](repeating: nil, count: levels.count)
    chosen[pair.first] = pair.firstLevel
    chosen[pair.second] = pair.secondLevel
    for factor in levels.indices where chosen[factor] == nil {
      let gains = (0..<levels[factor]).map { gain(of: $0, at: factor, chosen, uncovered) }
      let largest = gains.max() ?? 0
      chosen[factor] = gains.firstIndex(of: largest)
    }
    return chosen.map { $0 ?? 0 }
  }

  /// Returns the number of uncovered pairs that a level forms with the chosen levels.
  private static func gain(
    of level: Int, at factor: Int, _ chosen: [Int?], _ uncovered: Set<Pair>
  ) -> Int {
    chosen.enumerated().count { other, otherLevel in
      guard let otherLevel, other != factor else { return false }
      let pair =
        other < factor
        ? Pair(first: other, firstLevel: otherLevel, second: factor, secondLevel: level)
        : Pair(first: factor, firstLevel: level, second: other, secondLevel: otherLevel)
      return uncovered.contains(pair)
    }
  }
}
