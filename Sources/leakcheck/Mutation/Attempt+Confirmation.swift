import Scenarios

extension Attempt {
  /// Runs matrix cells with a mutant. The first cell that does not pass is run again, alone. It
  /// catches the mutant only if it does not pass this time either.
  ///
  /// A cell may fail by chance, because it exceeded a time limit or because of the timing of two
  /// threads. If the cell passes when it runs alone, it counts as passed, and the run continues
  /// with the next cell.
  ///
  /// - Parameters:
  ///   - cells: The matrix indices of the cells, in the order in which they run.
  ///   - run: A closure that runs cells with the mutant turned on. It is called at least once.
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
