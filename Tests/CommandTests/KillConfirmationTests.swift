import Testing

@testable import Scenarios
@testable import leakcheck

/// Tests that a mutant in the survivor list counts as detected only if one matrix cell detects it
/// in two runs.
struct KillConfirmationTests {
  private static let mutant = GeneratedMutant(
    number: 1, kind: "dropped-check", file: "A.swift", line: 3, scope: "A.end",
    sourceText: "stop()", position: 1)

  @Test func aCellThatFailsTwiceDetectsTheMutant() {
    let (attempt, runs) = attempt(cells: [4, 7, 9], red: [7: 2])
    #expect(attempt.end == .caught(cell: 7, reason: "fail why"))
    #expect(runs == [[4, 7, 9], [7]])
    #expect(attempt.cells == 2 && attempt.green == [4])
  }

  @Test func aCellThatFailsOnceDetectsNothing() {
    let (attempt, runs) = attempt(cells: [4, 7, 9], red: [7: 1])
    #expect(attempt.end == .survived)
    #expect(runs == [[4, 7, 9], [7], [9]])
    #expect(attempt.cells == 3 && attempt.green == [4, 7, 9] && attempt.red.isEmpty)
  }

  @Test func cellsAfterAnUnconfirmedFailureAreRun() {
    let (attempt, runs) = attempt(cells: [4, 7, 9], red: [4: 1, 9: 2])
    #expect(attempt.end == .caught(cell: 9, reason: "fail why"))
    #expect(runs == [[4, 7, 9], [4], [7, 9], [9]])
    #expect(attempt.cells == 3 && attempt.green == [4, 7])
  }

  @Test func anUnconfirmedFailureOfTheLastCellEndsTheAttempt() {
    let (attempt, runs) = attempt(cells: [4, 7], red: [7: 1])
    #expect(attempt.end == .survived)
    #expect(runs == [[4, 7], [7]])
    #expect(attempt.cells == 2 && attempt.green == [4, 7])
  }

  @Test func passingCellsRunOnce() {
    let (attempt, runs) = attempt(cells: [4, 7], red: [:])
    #expect(attempt.end == .survived)
    #expect(runs == [[4, 7]])
  }

  @Test(arguments: [
    (["killed 26"], "the cell exceeded its limit of processor time"),
    (["killed 14"], "the cell exceeded its time limit"),
    (["killed 4"], "the cell's process crashed with signal 4 (SIGILL)"),
    ([], "the cell ended its process"), (["red fail why", "killed 11"], "fail why"),
  ]) func theReasonStatesHowTheProcessEnded(lines: [String], reason: String) {
    let attempt = Attempt(Self.mutant, answer: ["4", "7"] + lines)
    #expect(attempt.end == .caught(cell: 7, reason: reason))
    #expect(attempt.green == [4])
  }

  @Test func aSignalAfterTheLastCellDetectsNothing() {
    #expect(Attempt(Self.mutant, answer: ["4", "end", "killed 11"]).end == .survived)
  }

  /// Tries a mutant on matrix cells, some of which fail in their first runs.
  private func attempt(cells: [Int], red: [Int: Int]) -> (Attempt, runs: [[Int]]) {
    var (red, runs) = (red, [[Int]]())
    let attempt = Attempt.confirmed(cells: cells) { cells in
      runs.append(cells)
      var lines: [String] = []
      for cell in cells {
        lines.append("\(cell)")
        guard let times = red[cell], times > 0 else { continue }
        red[cell] = times - 1
        lines.append("red fail why")
        break
      }
      return Attempt(Self.mutant, answer: lines + ["end"])
    }
    return (attempt, runs)
  }
}
