import Findings
import Foundation
import HeapWalking
import OwnershipGraph
import Scenarios

/// A type that runs one part of the cells of a matrix in a process of this program, and in further
/// processes if a cell ends the process.
struct PartRun {
  /// The maximum duration of a process, in seconds. When it has elapsed, the process is killed.
  /// Another process continues with the next cell if at least one cell has finished.
  private static let timeout = 900.0
  /// The maximum number of cells that end their process. Further cells do not run: after a mistake
  /// in code that all streams use, running every cell would take hours.
  private static let maxCellsThatEndProcesses = 20

  /// The index of the part, counted from 0.
  var part: Int
  /// The number of parts.
  var count: Int
  /// The cells of this part.
  var cells: [Cell]
  var executable: URL
  /// The options of the run, as command-line arguments.
  var arguments: [String]

  /// The outcomes of the cells, in order, and the number of cells that ended their process.
  struct PartOutcome {
    var outcomes: [CellRunner.Outcome] = []
    var crashedOrTimedOutCells = 0
  }

  /// Runs the cells.
  ///
  /// - Throws: ``WorkerFailure`` if a process cannot run or fails outside of a cell.
  func outcome() throws(WorkerFailure) -> PartOutcome {
    var result = PartOutcome()
    while result.outcomes.count < cells.count {
      guard result.crashedOrTimedOutCells < Self.maxCellsThatEndProcesses else {
        result.outcomes += cells[result.outcomes.count...].map(Self.omitted)
        break
      }
      let (output, failure) = ChildProcess.run(
        executable, arguments: processArguments(start: result.outcomes.count),
        errors: .standardError,
        environment: result.crashedOrTimedOutCells == 0 ? [:] : ["SWIFT_BACKTRACE": "enable=no"],
        timeout: Self.timeout)
      let received = try decoded(output)
      result.outcomes += received
      if let failure {
        try take(failure, isProgressing: !received.isEmpty, &result)
      } else if result.outcomes.count < cells.count {
        throw self.failure("it ended before its last cell")
      }
    }
    return result
  }

  /// Adds the outcome of the cell that ended the process. If the process ran out of time after it
  /// had finished at least one cell, adds nothing, and another process continues.
  private func take(
    _ failure: ChildProcess.Failure, isProgressing: Bool, _ result: inout PartOutcome
  ) throws(WorkerFailure) {
    if failure == .timedOut, isProgressing { return }
    guard let reason = Self.reason(failure) else { throw self.failure("\(failure)") }
    result.crashedOrTimedOutCells += 1
    // After the last cell, the process can only crash while it exits.
    let isLast = result.outcomes.count == cells.count
    if isLast { result.outcomes.removeLast() }
    let cell = cells[result.outcomes.count]
    result.outcomes.append(
      Self.outcome(of: cell, .fail, isLast ? "the process \(reason) after this cell" : reason))
  }

  /// Returns the arguments of a process that runs the cells from `start` on.
  private func processArguments(start: Int) -> [String] {
    // Only one process shows its progress, because the parts are about equal.
    [Subcommand.work.rawValue, "\(part + 1)/\(count)", "\(start)"] + arguments
      + (part == 0 ? [] : ["--quiet"])
  }

  /// Decodes the lines that a process wrote. The last line is incomplete if the process was ended
  /// while it wrote the line.
  private func decoded(_ output: Data) throws(WorkerFailure) -> [CellRunner.Outcome] {
    let lineFeed = Data([UInt8(ascii: "\n")])
    var outcomes: [CellRunner.Outcome] = []
    var start = output.startIndex
    while let end = output.range(of: lineFeed, in: start..<output.endIndex) {
      do {
        let line = output[start..<end.lowerBound]
        outcomes.append(try JSONDecoder().decode(CellRunner.Outcome.self, from: line))
      } catch {
        throw failure("its answer cannot be read: \(error)")
      }
      start = end.upperBound
    }
    return outcomes
  }

  private func failure(_ cause: String) -> WorkerFailure {
    WorkerFailure(part: part + 1, cause: cause)
  }

  /// Returns the reason why a cell that ended its process failed; `nil` if something other than a
  /// cell ended the process.
  private static func reason(_ failure: ChildProcess.Failure) -> String? {
    switch failure {
    case .signal(let number): SignalName.ending(by: number)
    case .status(ExitStatus.programFailed): "did not end in time (--cell-timeout)"
    case .status, .timedOut, .notStarted: nil
    }
  }

  private static func omitted(_ cell: Cell) -> CellRunner.Outcome {
    outcome(
      of: cell, .inconclusive,
      "not run, because \(maxCellsThatEndProcesses) earlier cells crashed or did not end in time")
  }

  private static func outcome(
    of cell: Cell, _ verdict: CellReport.Verdict, _ reason: String
  ) -> CellRunner.Outcome {
    CellRunner.Outcome(
      report: CellReport(
        id: cell.id, source: cell.source, operator: cell.operator, ending: cell.endingLabel,
        timing: cell.timing.rawValue, expectation: cell.expectation.reported, verdict: verdict,
        reason: reason, resources: .init(before: 0, subscribed: 0, ended: 0, released: 0)),
      findings: [], coverage: Coverage())
  }
}
