import Foundation
import Scenarios

/// What became of one generated mutant.
struct Attempt {
  enum End: Equatable {
    /// A cell was not green: its position in the matrix, and why.
    case caught(cell: Int, reason: String)
    /// All cells that execute its place were green.
    case survived
    /// No cell executes its place.
    case notExecuted
  }

  var mutant: GeneratedMutant
  var end: End
  /// The number of cells that ran.
  var cells: Int

  var isCaught: Bool { if case .caught = end { true } else { false } }

  init(_ mutant: GeneratedMutant, _ end: End, cells: Int = 0) {
    self.mutant = mutant
    self.end = end
    self.cells = cells
  }

  /// Reads the lines that a copy of `leakcheck attempt` wrote until it ended.
  init(_ mutant: GeneratedMutant, answer lines: [String]) {
    let cells = lines.compactMap { Int($0) }
    let last = lines.last ?? ""
    let end: End =
      if last == "survived" {
        .survived
      } else if Int(last) != nil || lines.isEmpty {
        .caught(cell: cells.last ?? 0, reason: "the process crashed or hung")
      } else {
        .caught(cell: cells.last ?? 0, reason: last)
      }
    self.init(mutant, end, cells: cells.count)
  }
}
