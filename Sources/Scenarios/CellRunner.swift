import LeakAnalysis
package import Findings
package import OwnershipGraph
import ResourceRegistry

/// A type that runs matrix cells one after the other, each in five steps.
///
/// 1. The runner records the state of the resource registry.
/// 2. The body subscribes and takes the snapshot `subscribed`.
/// 3. The body ends the subscription and takes the snapshot `ended`.
/// 4. The runner releases the owners, except those that the expectation names, and takes the
///    snapshot `released`.
/// 5. ``Judgment`` decides the verdict. If it is `pass`, the runner releases the last owners; the
///    verdict changes if objects remain, or if an expected event was missing.
///
/// A body waits for the threads and queues that it starts; the runner never sleeps to wait for a
/// deallocation.
package struct CellRunner {
  /// The result of one cell.
  package struct Outcome: Codable, Sendable {
    package var report: CellReport
    /// The findings of the snapshot `released`, and one more if a required cycle or surviving
    /// object was not found. Each contains its status and the id of the cell.
    package var findings: [Finding]
    package var coverage: Coverage

    package init(report: CellReport, findings: [Finding], coverage: Coverage) {
      self.report = report
      self.findings = findings
      self.coverage = coverage
    }
  }

  /// The pairs of source and operator that have run, in the form `source/operator`. During these
  /// runs, the library created the process-wide objects that the pairs need.
  private var warm: Set<String> = []

  /// The fingerprints of the unexpected findings of earlier cells. The suggested break of such a
  /// finding is not tried again in a cell that expects no surviving objects: after a mistake in a
  /// part that all streams use, thousands of cells have the same finding.
  private var reported: Set<String> = []

  /// The number of failed cells after which a cell that expects no surviving objects is examined
  /// only if no cell of its scenario, that is, of its pair in ``warm``, has failed. An examination
  /// takes longer than running the cell.
  private static let maxFullyExaminedFailures = 200
  /// The maximum number of surviving objects to examine in a cell that expects none. If more
  /// survive, as may happen in cells that nest thousands of streams, they are only counted.
  private static let maxSurvivors = 1_000
  private var failedCells = 0
  /// The scenarios with a failed cell, in the form of ``warm``.
  private var failedScenarios: Set<String> = []

  private let showsCuts: Bool
  private let executesBreaks: Bool
  private let purpose: OwnershipSnapshot.Purpose
  private let repeats: Int
  private let onCheck: ((Bool) -> Void)?

  /// - Parameters:
  ///   - showsCuts: A Boolean value indicating whether to record the references that the ending of
  ///     a cell cuts. A cell whose ``Cell/showsCuts`` is `true` then runs once more if it passed.
  ///   - locates: A Boolean value indicating whether to report the source locations of closures.
  ///   - executesBreaks: A Boolean value indicating whether to try the suggested break of each
  ///     finding in a forked process; see ``OwnershipRecorder/init(since:executesBreaks:)``.
  ///   - repeats: The number of times to run each cell. Several runs show whether a leak grows
  ///     with each run or occurs only once.
  ///   - onCheck: A closure that is called after each check of a cell, with a Boolean value
  ///     indicating whether the check passed.
  package init(
    showsCuts: Bool = true, locates: Bool = true, executesBreaks: Bool = false,
    repeats: Int = 1, onCheck: ((Bool) -> Void)? = nil
  ) {
    self.onCheck = onCheck
    purpose = locates ? .findingsWithLocations : .findings
    self.showsCuts = showsCuts
    self.executesBreaks = executesBreaks
    self.repeats = max(1, repeats)
  }

  /// Runs one cell.
  ///
  /// The first cell of each pair of source and operator runs one additional time before it is
  /// recorded. During this run, the library creates objects that exist once per process. They
  /// therefore do not count as surviving objects of the recorded run.
  package mutating func outcome(of cell: Cell) -> Outcome {
    if warm.insert("\(cell.source)/\(cell.operator)").inserted {
      let host = CellHost(recorder: nil)
      perform(cell, host)
      host.dropAll()
      host.endRuntimeOwnership()
    }
    var outcome = outcomeOfOneRun(of: cell)
    for finding in outcome.findings where finding.status == .new {
      reported.insert(finding.fingerprint)
    }
    if outcome.report.verdict == .fail {
      failedCells += 1
      failedScenarios.insert("\(cell.source)/\(cell.operator)")
    }
    if repeats > 1 { outcome = outcome.adding(repeatedOutcomes(of: cell)) }
    if showsCuts, cell.showsCuts, outcome.report.verdict == .pass {
      outcome.report.cuts = cuts(of: cell)
    }
    return outcome
  }

  /// Returns the references that the ending cuts.
  ///
  /// The references of a freed object cannot be read. Therefore this method runs the cell again,
  /// with a host that retains the objects that are in cycles.
  private func cuts(of cell: Cell) -> [CellReport.Cut] {
    let host = CellHost(
      recorder: OwnershipRecorder(since: Resources.mark()), keepsCycles: true)
    perform(cell, host)
    host.dropAll()
    host.endRuntimeOwnership()
    guard let before = host.subscribedSnapshot, let after = host.endedSnapshot else { return [] }
    return OwnershipRecorder.changes(from: before, to: after).cuts
  }

  /// Runs a cell `repeats - 1` times, and returns the outcomes.
  private func repeatedOutcomes(of cell: Cell) -> [Outcome] {
    (1..<repeats).map { _ in outcomeOfOneRun(of: cell) }
  }

  /// Returns whether the objects that survive a cell are examined. If they are not, they are only
  /// counted.
  private func examines(_ cell: Cell) -> Bool {
    cell.expectation != .clean || failedCells < Self.maxFullyExaminedFailures
      || !failedScenarios.contains("\(cell.source)/\(cell.operator)")
  }

  private func outcomeOfOneRun(of cell: Cell) -> Outcome {
    let before = Int(Resources.total)
    let isExamined = examines(cell)
    let isDetailed = showsCuts && cell.showsCuts && isExamined
    let host = CellHost(
      recorder: OwnershipRecorder(since: Resources.mark(), executesBreaks: executesBreaks),
      purpose: isDetailed ? .comparison : .count, onCheck: onCheck)
    let releases = Self.releases(ifRecorded: isDetailed) {
      perform(cell, host)
      host.dropAll(except: cell.expectation.keptOwners)
    }
    let count = host.snapshot(for: .count).resourceTotal - before
    let isReadable = isExamined && (count <= Self.maxSurvivors || cell.expectation != .clean)
    let released = host.snapshot(
      for: isReadable ? purpose : .count, runtimeOwner: cell.expectation.runtimeOwner,
      reported: cell.expectation == .clean ? reported : [])
    let residue = released.resourceTotal - before
    var judgment = Judgment(cell.expectation, released: released, residue: residue)
    if !isReadable, residue != 0 {
      judgment.add(
        unexaminedObjects: residue,
        isExamined ? "there are too many" : "\(failedCells) earlier cells failed")
    }
    if judgment.verdict == .pass {
      host.dropAll()
      judgment = judgment.afterReleasingLastOwners(host, of: cell)
    }
    host.endRuntimeOwnership()
    judgment.add(failedChecks: host.failedChecks)
    var outcome = Outcome(
      cell, host: host, released: released, judgment: judgment, before: before)
    if isDetailed {
      CellHistory(host, released: released, releases: releases).record(in: &outcome.report)
    }
    return outcome
  }

  /// Runs a closure, and returns the deallocations that occurred while it ran. The result is empty
  /// if they are not recorded.
  private static func releases(
    ifRecorded isRecorded: Bool, during body: () -> Void
  ) -> [Resources.ReleaseEvent] {
    if isRecorded { return Resources.recordingReleases(body) }
    body()
    return []
  }

  /// Runs the body of a cell. This is a separate function so that no temporary of the body is alive
  /// after it returns.
  @inline(never)
  private func perform(_ cell: Cell, _ host: CellHost) {
    cell.body(host)
  }
}

extension Judgment {
  /// Fails the cell, because objects that were only counted have survived.
  fileprivate mutating func add(unexaminedObjects count: Int, _ cause: String) {
    verdict = .fail
    reason =
      "\(count) object\(count == 1 ? "" : "s") survived; not examined, because \(cause)"
  }

  /// Fails the cell if it has failed checks. In ``reason``, they precede the reason of an earlier
  /// failure. The reason of an inconclusive verdict is replaced, because it may be a consequence of
  /// the failed checks.
  fileprivate mutating func add(failedChecks checks: [String]) {
    guard !checks.isEmpty else { return }
    reason = (checks + (verdict == .fail ? [reason] : [])).joined(separator: "; ")
    verdict = .fail
  }

  /// Returns this judgment, updated after the cell's last owners were released. The verdict `pass`
  /// changes if objects remain, or if a step or event was missing or unexpected.
  fileprivate func afterReleasingLastOwners(_ host: CellHost, of cell: Cell) -> Judgment {
    var result = self
    if !cell.expectation.keptOwners.isEmpty || cell.expectation.runtimeOwner != nil {
      host.endRuntimeOwnership()
      let last = Judgment(.clean, released: host.snapshot(for: .findings), residue: 0)
      if last.verdict != .pass {
        result.verdict = last.verdict
        result.reason = "after the last owner was released, \(last.reason)"
        return result
      }
    }
    if let omission = host.omission(of: cell) {
      result.verdict = .inconclusive
      result.reason = omission
    }
    return result
  }
}

extension CellHost {
  /// Returns a description of a step or event that was missing or unexpected when a cell ran; `nil`
  /// if there is none.
  fileprivate func omission(of cell: Cell) -> String? {
    if subscribedSnapshot == nil { return "the cell did not take the snapshot 'subscribed'" }
    if endedSnapshot == nil { return "the cell did not take the snapshot 'ended'" }
    if deliveries == 0 && !cell.isSilent { return "no event reached a handler" }
    if deliveries > 0 && cell.isSilent {
      return "an event reached a handler of a cell whose handlers must receive none"
    }
    if cell.ending != .none && !isEndingDelivered { return "the ending reached no handler" }
    if cell.ending == .none && isEndingDelivered {
      return "the subscription ended, although the ending of the cell is none"
    }
    return nil
  }
}

extension CellRunner.Outcome {
  fileprivate init(
    _ cell: Cell, host: CellHost, released: OwnershipSnapshot, judgment: Judgment, before: Int
  ) {
    let changes = (cell.showsCuts ? host.subscribedSnapshot : nil).flatMap { from in
      host.endedSnapshot.map { OwnershipRecorder.changes(from: from, to: $0) }
    }
    findings = released.findings.enumerated().map { index, finding in
      var finding = finding
      finding.status = judgment.expectedFindings.contains(index) ? .expected : .new
      finding.cells = [cell.id]
      return finding
    }
    if judgment.missesExpectedObjects {
      var finding = Judgment.missingObjectsFinding(for: cell.expectation)
      finding.cells = [cell.id]
      findings.append(finding)
    }
    coverage = released.coverage
    report = CellReport(
      id: cell.id, source: cell.source, operator: cell.operator, ending: cell.endingLabel,
      timing: cell.timing.rawValue, expectation: cell.expectation.reported,
      verdict: judgment.verdict, reason: judgment.reason,
      // The counts are relative to the start of the cell, so that the result does not depend on the
      // order of cells.
      resources: CellReport.ResourceCounts(
        before: 0, subscribed: (host.subscribedSnapshot?.resourceTotal ?? before) - before,
        ended: (host.endedSnapshot?.resourceTotal ?? before) - before,
        released: released.resourceTotal - before),
      cuts: changes?.cuts ?? [], freed: changes?.freed ?? [],
      survivors: released.survivors.map { released.graph[$0.node].id },
      findings: findings.map(\.fingerprint).uniqued())
    report.failedChecks = host.failedChecks
  }
}

extension CellRunner.Outcome {
  /// Returns the combined outcome of this run and further runs. The verdict comes from the first
  /// run that failed. If no run failed, it comes from the first inconclusive run. Each finding
  /// contains the number of runs that reported it.
  fileprivate func adding(_ others: [Self]) -> Self {
    var result = self
    let all = [self] + others
    let runs = all.count
    let verdicts = all.map(\.report.verdict)
    let worst = verdicts.firstIndex(of: .fail) ?? verdicts.firstIndex(of: .inconclusive) ?? 0
    if worst > 0 {
      result.report.verdict = verdicts[worst]
      result.report.failedChecks = all[worst].report.failedChecks
      result.report.reason = "in run \(worst + 1) of \(runs): \(all[worst].report.reason)"
    }
    var known = Set(findings.map(\.fingerprint))
    result.findings += others.flatMap(\.findings).filter { known.insert($0.fingerprint).inserted }
    for index in result.findings.indices {
      let name = result.findings[index].fingerprint
      let seen = all.count { $0.report.findings.contains(name) }
      result.findings[index].recurrence = Recurrence(runs: runs, seen: seen)
    }
    result.report.findings = result.findings.map(\.fingerprint).uniqued()
    return result
  }
}
