import Foundation
import MutantCells
import Findings
import Scenarios

/// A type that searches the library for suspects: source positions that may make matrix cells of a
/// report fail.
///
/// The library under test does not record which code it executes. The cells therefore run once more
/// with the copy of the library that contains the generated mutants. The copy fails in the same
/// way, and records which mutation points each cell executes.
struct SuspectSearch {
  /// The time limit for a child process, in seconds.
  private static let timeout = 300.0
  /// The maximum number of suspects for a finding or a cell.
  private static let maxSuspects = 3
  /// The maximum number of findings, and of cells with failures that no finding describes, for
  /// which suspects are ranked. Reports do not show more of them in full.
  private static let maxRanked = 50
  /// The maximum number of cells of a finding that are compared. If there are more, an evenly
  /// distributed sample is chosen.
  private static let maxCells = 12

  var executable: URL
  /// The options of the run that found the failed cells.
  var arguments: [String]
  var jobs: Int

  /// Adds suspects to a report's findings and failed cells.
  ///
  /// - Throws: ``WorkerFailure`` if a process that runs the cells fails. In that case, the report
  ///   is unchanged.
  func addSuspects(to report: inout LeakReport) throws(WorkerFailure) {
    let new = report.findings.indices.filter { report.findings[$0].status == .new }
      .prefix(Self.maxRanked)
    let further = Set(report.cellsWithFurtherFailures.prefix(Self.maxRanked).map(\.id))
    let samples = new.map { Self.sample(report.findings[$0].cells) }
    // Failed cells take long. Therefore, only those in `samples` and `further` run again.
    let passed = report.cells.filter { $0.verdict == .pass }.map(\.id)
    let matrix = MutantCells.streamMatrix().cells
    let map = try ExecutionMap.recorded(
      by: executable, arguments: arguments,
      cells: Array(further.union(samples.joined())) + passed, jobs: jobs, timeout: Self.timeout,
      cellCount: matrix.count)
    let positions = Dictionary(uniqueKeysWithValues: matrix.enumerated().map { ($1.id, $0) })
    let ranking = SuspectRanking(of: generatedMutants)
    func suspects(of cells: [String]) -> [Suspect] {
      let red = cells.compactMap { positions[$0] }.compactMap { map.red[$0] }.map(\.evidence)
      return ranking.ranked(red) { map.cells[$0]?.count ?? 0 }.prefix(Self.maxSuspects)
        .map { Suspect($0.position) }
    }
    for (index, cells) in zip(new, samples) {
      report.findings[index].suspects = suspects(of: cells)
    }
    for index in report.cells.indices where further.contains(report.cells[index].id) {
      report.cells[index].suspects = suspects(of: [report.cells[index].id])
    }
  }

  private static func sample(_ cells: [String]) -> [String] {
    let count = min(cells.count, maxCells)
    return (0..<count).map { cells[$0 * cells.count / count] }
  }
}

extension RedCell {
  /// The red cell in the form that the ranking uses.
  var evidence: SuspectRanking.RedCell {
    SuspectRanking.RedCell(
      executed: Set(positions), executedLast: Set(positionsBeforeFailure), clues: Set(clues))
  }
}

extension Suspect {
  fileprivate init(_ position: GeneratedMutant) {
    self.init(
      file: position.file, line: position.line, scope: position.scope, text: position.sourceText,
      path: position.folder.isEmpty ? nil : "\(position.folder)/\(position.file)")
  }
}
