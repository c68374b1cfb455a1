import Foundation
import Findings
import Scenarios
import Synchronization

/// A type that runs the cells of a matrix in several processes of this program.
struct Worker {
  /// The number of cells that can run in the time that a process takes to start.
  private static let minCells = 100

  var executable: URL
  /// The options of the run, as command-line arguments.
  var arguments: [String]

  /// Returns the number of processes to start. It is at most the requested number, and small enough
  /// that each process gets enough cells to justify its start.
  static func count(for cells: Int, requestedJobs jobs: Int) -> Int {
    max(1, min(jobs, cells / minCells))
  }

  /// Returns, for each cell, the index of its part, counted from 0.
  ///
  /// All cells of a scenario, that is, of a pair of source and operator, are in the same part,
  /// because each process that runs cells of a scenario must first run one of them without
  /// recording it.
  static func parts(of cells: [Cell], among count: Int) -> [Int] {
    var scenarios: [String: Int] = [:]
    return cells.map { cell in
      let name = "\(cell.source)/\(cell.operator)"
      let number = scenarios[name] ?? scenarios.count
      scenarios[name] = number
      return number % count
    }
  }

  /// Returns the cells of a part.
  static func cells(ofPart part: Int, of cells: [Cell], among count: Int) -> [Cell] {
    zip(cells, parts(of: cells, among: count)).filter { $1 == part }.map(\.0)
  }

  /// Returns the outcomes of the cells, in order, and the number of cells that ended a process.
  func result(of cells: [Cell], among count: Int) throws(WorkerFailure) -> PartRun.PartOutcome {
    let results = Mutex([Int: Result<PartRun.PartOutcome, WorkerFailure>]())
    DispatchQueue.concurrentPerform(iterations: count) { part in
      let run = PartRun(
        part: part, count: count, cells: Self.cells(ofPart: part, of: cells, among: count),
        executable: executable, arguments: arguments)
      let result = Result { () throws(WorkerFailure) in try run.outcome() }
      results.withLock { $0[part] = result }
    }
    var whole = PartRun.PartOutcome()
    var parts: [ArraySlice<CellRunner.Outcome>] = []
    for index in 0..<count {
      guard let result = results.withLock({ $0[index] }) else { continue }
      let part = try result.get()
      parts.append(part.outcomes[...])
      whole.crashedOrTimedOutCells += part.crashedOrTimedOutCells
    }
    whole.outcomes = Self.parts(of: cells, among: count).compactMap { parts[$0].popFirst() }
    return whole
  }
}
