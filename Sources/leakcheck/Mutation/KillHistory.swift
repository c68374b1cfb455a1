import Scenarios

/// Which cells caught mutants of a file: what caught one is likely to catch its neighbors.
struct KillHistory {
  /// For each file the number of mutants that a cell caught, by the cell's position.
  private var kills: [String: [Int: Int]] = [:]

  /// Records what became of a mutant.
  mutating func add(_ attempt: Attempt) {
    guard case .caught(let cell, _) = attempt.end else { return }
    kills[attempt.mutant.file, default: [:]][cell, default: 0] += 1
  }

  /// The cells with those in front that caught mutants of the same file, most first.
  func order(_ cells: [Int], for mutant: GeneratedMutant) -> [Int] {
    guard let counts = kills[mutant.file] else { return cells }
    let known = cells.filter { counts[$0] != nil }
      .sorted { (-(counts[$0] ?? 0), $0) < (-(counts[$1] ?? 0), $1) }
    return known + cells.filter { counts[$0] == nil }
  }
}
