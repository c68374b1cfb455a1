import Scenarios

/// A record of which matrix cells caught mutants of each source file. A cell that caught a mutant
/// is likely to catch other mutants of the same file.
struct KillHistory {
  /// The numbers of caught mutants, by their source file and by the matrix index of the cell that
  /// caught them.
  private var kills: [String: [Int: Int]] = [:]

  /// Records the outcome of a mutant.
  mutating func add(_ attempt: Attempt) {
    guard case .caught(let cell, _) = attempt.end else { return }
    kills[attempt.mutant.file, default: [:]][cell, default: 0] += 1
  }

  /// Returns the cells in the order in which to run them with a mutant. Cells that caught mutants
  /// of the same file come first, starting with the cell that caught the most.
  func order(_ cells: [Int], for mutant: GeneratedMutant) -> [Int] {
    guard let counts = kills[mutant.file] else { return cells }
    let known = cells.filter { counts[$0] != nil }
      .sorted { (-(counts[$0] ?? 0), $0) < (-(counts[$1] ?? 0), $1) }
    return known + cells.filter { counts[$0] == nil }
  }
}
