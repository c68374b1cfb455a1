import Foundation
import Findings
import Scenarios
import Synchronization

/// A type that runs the cells of a matrix in several processes of this program.
struct Worker {
  /// The timeout of a process that runs a part of the cells, in seconds.
  private static let timeout = 900.0
  /// The number of cells that can run in the time that a process takes to start.
  private static let minCells = 100

  /// The reason why a run has no report: a cell crashed its process or did not end.
  struct Failure: Error, CustomStringConvertible {
    var part: Int
    var cause: String

    var description: String { "the process that ran part \(part) of the cells failed: \(cause)" }
  }

  var executable: URL
  /// The options of the run, as command-line arguments.
  var arguments: [String]

  /// Returns the number of processes to start. It is at most the requested number, and small enough
  /// that each process gets enough cells to justify its start.
  static func count(for cells: Int, asked jobs: Int) -> Int {
    max(1, min(jobs, cells / minCells))
  }

  /// Returns, for each cell, the index of its part, counted from 0.
  ///
  /// All cells of a scenario are in the same part, because each process that runs cells of a
  /// scenario must first run one of them without recording it.
  static func parts(of cells: [Cell], among count: Int) -> [Int] {
    var scenarios: [String: Int] = [:]
    return cells.map { cell in
      let name = "\(cell.source)/\(cell.operator)"
      let number = scenarios[name] ?? scenarios.count
      scenarios[name] = number
      return number % count
    }
  }

  /// Returns the report on the cells. It is equal to the report that a single process would create.
  func report(of cells: [Cell], among count: Int) throws(Failure) -> LeakReport {
    let results = Mutex([Int: Result<LeakReport, Failure>]())
    DispatchQueue.concurrentPerform(iterations: count) { part in
      let result = Result { () throws(Failure) in try report(of: part, among: count) }
      results.withLock { $0[part] = result }
    }
    var reports: [LeakReport] = []
    for part in 0..<count {
      guard let result = results.withLock({ $0[part] }) else { continue }
      reports.append(try result.get())
    }
    return LeakReport(joining: reports, parts: Self.parts(of: cells, among: count))
  }

  private func report(of part: Int, among count: Int) throws(Failure) -> LeakReport {
    do {
      // Only one process shows its progress, because the parts are about equal.
      let output = try ChildProcess.output(
        of: executable,
        arguments: [Subcommand.work.rawValue, "\(part + 1)/\(count)"] + arguments
          + (part == 0 ? [] : ["--quiet"]),
        errors: .standardError, timeout: Self.timeout)
      return try JSONDecoder().decode(LeakReport.self, from: output)
    } catch {
      throw Failure(part: part + 1, cause: "\(error)")
    }
  }
}
