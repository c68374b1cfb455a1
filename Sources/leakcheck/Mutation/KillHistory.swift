import Scenarios

/// The cells that caught mutants of each file. A cell that caught a mutant is likely to catch other
/// mutants of the same file.
struct KillHistory {
  /// For each file, the number of mutants that each cell caught, by position of the cell.
  private var kills: [String: [Int: Int]] = [:]

  /// Records the outcome of a mutant.
  mutating func add(_ attempt: Attempt) {
    guard case .caught(let cell, _) = attempt.end else { return }
    kills[attempt.mutant.file, default: [:]][cell, default: 0] += 1
  }

  /// Returns the cells ordered by the number of mutants of the same file that they caught, highest
  /// first.
  func order(_ cells: [Int], for mutant: GeneratedMutant) -> [Int] {
    guard let counts = kills[mutant.file] else { return cells }
    let known = cells.filter { counts[$0] != nil }
      .sorted { (-(counts[$0] ?? 0), $0) < (-(counts[$1] ?? 0), $1) }
    return known + cells.filter { counts[$0] == nil }
  }
}
