import Scenarios

extension Attempt {
  /// Tries a mutant on cells, and counts a cell as red only if it is red a second time, by itself.
  ///
  /// A cell may be red by chance: it exceeded a time limit, or two threads met. Where that happens,
  /// the cells after it are tried as if it had been green.
  ///
  /// - Parameters:
  ///   - cells: The positions of the cells in the matrix, in the order in which they run.
  ///   - run: Runs cells with the mutant on. Called at least once.
  static func confirmed(cells: [Int], run: ([Int]) throws -> Attempt) rethrows -> Attempt {
    var green: [Int] = []
    var remaining = cells[...]
    while true {
      var attempt = try run(Array(remaining))
      attempt.cells += green.count
      attempt.green = green + attempt.green
      guard case .caught(let cell, _) = attempt.end,
        let position = remaining.firstIndex(of: cell), try !run([cell]).isCaught
      else { return attempt }
      green += remaining[...position]
      remaining = remaining[(position + 1)...]
      if remaining.isEmpty {
        var survived = Attempt(attempt.mutant, .survived, cells: green.count)
        survived.green = green
        return survived
      }
    }
  }
}
