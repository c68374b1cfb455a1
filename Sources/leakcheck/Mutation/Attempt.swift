import Foundation
import HeapWalking
import Scenarios

/// The outcome of running matrix cells with one generated mutant.
struct Attempt {
  enum End: Equatable {
    /// A cell did not pass. The values are the matrix index of the cell and the reason.
    case caught(cell: Int, reason: String)
    /// All cells that ran passed.
    case survived
    /// No cell executes the code that the mutant changes.
    case notExecuted
  }

  var mutant: GeneratedMutant
  var end: End
  /// The number of cells that ran, up to and including the first cell that did not pass.
  var cells: Int

  var isCaught: Bool { if case .caught = end { true } else { false } }

  init(_ mutant: GeneratedMutant, _ end: End, cells: Int = 0) {
    self.mutant = mutant
    self.end = end
    self.cells = cells
  }

  /// The cells that did not pass, by matrix index, with clues about the cause.
  var red: [Int: RedCell] = [:]
  /// The matrix indices of the cells that passed.
  var green: [Int] = []

  /// Creates the outcome from the lines that `leakcheck attempt` wrote about the mutant.
  init(_ mutant: GeneratedMutant, answer lines: [String]) {
    self.init(mutant, .survived)
    var present: Int?
    var killed: Int32?
    for line in lines {
      if let cell = Int(line) {
        finish(present)
        present = cell
        if case .survived = end { cells += 1 }
      } else if line.hasPrefix("killed ") {
        killed = Int32(line.dropFirst("killed ".count))
      } else if let cell = present, line.hasPrefix("red ") {
        red[cell] = RedCell(positions: [])
        if case .survived = end { end = .caught(cell: cell, reason: String(line.dropFirst(4))) }
      } else if let cell = present, let description = RedCell(line: line) {
        red[cell] = description
      }
    }
    let hasEnded = lines.contains("end")
    if !hasEnded, red.isEmpty {
      end = .caught(cell: present ?? 0, reason: Self.reason(forSignal: killed))
    }
    if hasEnded {
      finish(present)
    } else if let present, red[present] == nil {
      red[present] = RedCell(positions: [])
    }
  }

  /// Returns the reason why a cell did not finish.
  private static func reason(forSignal signal: Int32?) -> String {
    switch signal {
    case nil: "the cell ended its process"
    case SIGVTALRM: "the cell exceeded its limit of processor time"
    case SIGALRM: "the cell exceeded its time limit"
    case let signal?: "the cell's process \(SignalName.ending(by: signal))"
    }
  }

  /// Counts a cell as passed, unless it is in ``red``.
  private mutating func finish(_ cell: Int?) {
    if let cell, red[cell] == nil { green.append(cell) }
  }
}
