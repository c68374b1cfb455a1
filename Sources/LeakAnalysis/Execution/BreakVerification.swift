import Findings
import HeapWalking

/// A type that executes the breaks of findings and records the outcomes.
///
/// The references of a break are replaced and their targets are released once each. The break is
/// verified if all objects of the finding are freed:
///
/// - The members of the cycle and the objects behind it have to be freed. Other leaked objects may
///   retain them as well; the references of those objects are removed first, as if the objects had
///   been deallocated. The execution thus shows whether the break fixes this leak once the other
///   leaks are fixed. The references of an owner that is not leaked remain, which refutes the
///   finding.
/// - Other objects may be freed as well: objects that a deinitializer removes from elsewhere, or a
///   leak that the finding's objects caused. They are counted separately and do not affect the
///   outcome.
///
/// An over-retained object is released once for each unexplained owner.
struct BreakVerification {
  /// The maximum number of findings whose breaks are executed, chosen evenly from all.
  static let maxFindings = 50

  private let leaked: LeakedHeap
  private let host: HostPreference
  /// The number of seconds after which no further attempt begins.
  private let budget: Double

  /// - Parameters:
  ///   - host: The code that the program's author can change: its references are broken first.
  ///   - budget: The number of seconds after which no further attempt begins.
  init(in leaked: LeakedHeap, host: HostPreference = HostPreference(), budget: Double = 2) {
    self.leaked = leaked
    self.host = host
    self.budget = budget
  }

  /// Returns the findings with the outcomes of their execution. A verified finding has the first
  /// break that freed all objects; the confidence of a refuted one is at most
  /// ``Confidence/likely``.
  ///
  /// - Parameter targets: The target of each finding; `nil` if it has no break to execute.
  func verified(
    _ findings: [Finding], targets: [BreakTarget?], by engine: BreakExecution
  ) -> [Finding] {
    runJobs(for: findings, targets, by: engine).findings
  }

  /// Returns the findings with the outcomes of their execution, without findings that are
  /// consequences of others.
  ///
  /// A consequence is a leak of library objects that another leak retains. The break of the other
  /// leak frees these objects as well.
  func verifiedCauses(
    _ findings: [Finding], targets: [BreakTarget?], by engine: BreakExecution
  ) -> [Finding] {
    let (findings, jobs) = runJobs(for: findings, targets, by: engine)
    var causes = findings
    var consequences: Set<Int> = []
    for job in jobs where !consequences.contains(job.finding) {
      guard findings[job.finding].confidence == .verified else { continue }
      for index in job.attempts.freedConsequences where consequences.insert(index).inserted {
        causes[job.finding].consequences.append(findings[index].consequence)
      }
    }
    return causes.indices.filter { !consequences.contains($0) }.map { causes[$0] }
  }

  private func runJobs(
    for findings: [Finding], _ targets: [BreakTarget?], by engine: BreakExecution
  ) -> (findings: [Finding], jobs: [Job]) {
    var jobs = jobs(for: findings, targets)
    engine.execute(jobs: jobs.count, budget: budget) { job, outcome in
      jobs[job].isBegun = true
      return jobs[job].attempts.trial(after: outcome)
    }
    var findings = findings
    for index in findings.indices { findings[index].execution = Self.skipped(findings[index]) }
    for job in jobs {
      findings[job.finding].execution =
        job.isBegun
        ? job.attempts.execution
        : Execution(.notExecuted, reason: "the time for executing breaks was used up")
      findings[job.finding].takeExecution(preferring: host)
    }
    return (findings, jobs)
  }

  /// The attempts to free the objects of one finding.
  private struct Job {
    /// The index of the finding.
    let finding: Int
    var attempts: BreakAttempts
    var isBegun = false
  }

  /// Prepares attempts for a sample of the findings whose break can be executed.
  private func jobs(for findings: [Finding], _ targets: [BreakTarget?]) -> [Job] {
    let broken = findings.indices.filter { !findings[$0].awaitsContinuation }
    let executable = broken.compactMap { index in targets[index].map { (index, $0) } }
    let chosen = Self.sample(executable)
    let detachments = LeakedOwners(leaked).detachments(of: chosen.map(\.1))
    let dependents = zip(chosen, detachments).compactMap {
      chosen, detachment -> DependentFinding? in
      guard !detachment.isEmpty, !findings[chosen.0].hasProgramObject else { return nil }
      return DependentFinding(finding: chosen.0, objects: leaked.observable(of: chosen.1))
    }
    return zip(chosen, detachments).map { chosen, detachment in
      let (index, target) = chosen
      return Job(
        finding: index,
        attempts: BreakAttempts(
          findings[index], target: target, objects: leaked.observable(of: target),
          dependents: dependents.filter { $0.finding != index }, detachment: detachment,
          walker: leaked.walker, host: host))
    }
  }

  private static func sample<Element>(_ elements: [Element]) -> [Element] {
    guard elements.count > maxFindings else { return elements }
    return (0..<maxFindings).map { elements[$0 * elements.count / maxFindings] }
  }

  private static func skipped(_ finding: Finding) -> Execution? {
    if finding.awaitsContinuation {
      return Execution(.notExecuted, reason: "a continuation is not resumed in a copy")
    }
    return switch finding.rule {
    case .retainCycle, .closureCaptureCycle, .selfCycle, .overRetained:
      Execution(
        .notExecuted, reason: "of more than \(maxFindings) findings only a sample is executed")
    case .heldByRuntime:
      Execution(.notExecuted, reason: "what the runtime holds is not cancelled")
    case .heldAfterEnding, .unexplainedOwner, .controlNotSeen: nil
    }
  }
}

extension Finding {
  /// Sets the break and the confidence according to the execution.
  fileprivate mutating func takeExecution(preferring host: HostPreference) {
    guard let execution else { return }
    switch execution.outcome {
    case .verified:
      // This break alone does not free objects that other leaks retain.
      if execution.dependsOnOtherLeaks != true { confidence = .verified }
      guard !execution.references.isEmpty else { return }
      let isHosts = execution.references.allSatisfy {
        host.isHost(graph.nodes[graph.references[$0].from])
      }
      breakSet = execution.references
      isBreakSetProvenSmallest = breakSet.count == 1 || isBreakSetProvenSmallest
      hostBreakSet = isHosts ? breakSet : []
      recognizeCause()
    case .refuted: confidence = min(confidence, .likely)
    case .notExecuted: break
    }
  }
}
