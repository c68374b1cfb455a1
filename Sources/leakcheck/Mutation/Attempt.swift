import Foundation
import Scenarios

/// The outcome of one generated mutant.
struct Attempt {
  enum End: Equatable {
    /// A cell was not green. The values are its position in the matrix and the reason.
    case caught(cell: Int, reason: String)
    /// All cells that execute the position of the mutant were green.
    case survived
    /// No cell executes the position of the mutant.
    case notExecuted
  }

  var mutant: GeneratedMutant
  var end: End
  /// The number of cells that ran, up to and including the first that was not green.
  var cells: Int

  var isCaught: Bool { if case .caught = end { true } else { false } }

  init(_ mutant: GeneratedMutant, _ end: End, cells: Int = 0) {
    self.mutant = mutant
    self.end = end
    self.cells = cells
  }

  /// The cells that were not green, by position, with clues about the cause.
  var red: [Int: RedCell] = [:]
  /// The cells that were green, by position.
  var green: [Int] = []

  /// Creates the outcome from the lines that `leakcheck attempt` wrote about the mutant.
  init(_ mutant: GeneratedMutant, answer lines: [String]) {
    self.init(mutant, .survived)
    var present: Int?
    for line in lines {
      if let cell = Int(line) {
        finish(present)
        present = cell
        if case .survived = end { cells += 1 }
      } else if let cell = present, line.hasPrefix("red ") {
        red[cell] = RedCell(positions: [])
        if case .survived = end { end = .caught(cell: cell, reason: String(line.dropFirst(4))) }
      } else if let cell = present, let description = RedCell(line: line) {
        red[cell] = description
      }
    }
    if lines.last != "end", red.isEmpty {
      end = .caught(cell: present ?? 0, reason: "the process crashed or hung")
    }
    if lines.last == "end" {
      finish(present)
    } else if let present, red[present] == nil {
      red[present] = RedCell(positions: [])
    }
  }

  /// Counts a cell as green unless it was red.
  private mutating func finish(_ cell: Int?) {
    if let cell, red[cell] == nil { green.append(cell) }
  }
}
