import Findings
import HeapWalking

/// A type that tries the suggested breaks of findings in forked processes and records the outcomes.
///
/// Each attempt is called a *trial*: the forked process clears the references to break, and
/// releases the target of each reference once. The suggested break is verified if all objects of
/// the finding are freed:
///
/// - The members of the cycle and the objects that only the cycle keeps alive must be freed. If
///   other leaked objects retain some of these objects as well, the references from the other
///   objects are removed first, as if the other objects had been deallocated. The trial thus shows
///   whether the suggested break fixes this leak after the other leaks are fixed. References from
///   objects that are not leaked are not removed: if such an object retains the cycle, the finding
///   is refuted.
/// - Other objects may be freed as well, such as objects that a deinitializer removes from a
///   collection, or a leak that the finding's objects caused. They are counted separately and do
///   not affect the outcome.
/// - Some objects may stay alive if only a library of the toolchain retains them; see
///   ``TrialSurvivors``.
///
/// The finding of an over-retained object has no reference to break. Its trial releases the object
/// once for each retain that no known owner explains.
struct BreakVerification {
  /// The maximum number of findings whose suggested breaks are tried. If there are more findings,
  /// an evenly distributed sample is chosen.
  static let maxFindings = 50

  private let leaked: LeakedHeap
  private let origins: CodeOrigins
  /// The number of seconds after which a run of jobs begins no further attempt.
  private let budget: Double

  /// - Parameters:
  ///   - origins: The rules that recognize code that the program's author can change. References of
  ///     this code are broken first.
  ///   - budget: The number of seconds after which a run of jobs begins no further attempt.
  ///     ``verifiedCauses(_:targets:occurrences:by:)`` makes up to two runs.
  init(in leaked: LeakedHeap, origins: CodeOrigins = CodeOrigins(), budget: Double = 2) {
    self.leaked = leaked
    self.origins = origins
    self.budget = budget
  }

  /// Tries the suggested breaks and returns the findings with the outcomes.
  ///
  /// If the outcome is `verified`, the suggested break is replaced with the set of references whose
  /// removal freed the objects of the finding. If the suggested break consists of captures of
  /// the program's closures, it may be kept instead, for example if a deinitializer trapped when
  /// they were broken. The confidence of a refuted finding is at most ``Confidence/likely``.
  ///
  /// - Parameter targets: The target of each finding; `nil` if the finding has no suggested break.
  func verified(
    _ findings: [Finding], targets: [BreakTarget?], by engine: BreakExecution
  ) -> [Finding] {
    let chosen = chosen(findings, targets) { _, _ in [] }
    return Self.withExecutions(findings, run(jobs(for: chosen, findings), by: engine), origins)
  }

  /// Tries the suggested breaks and returns the findings with the outcomes. Findings that are
  /// consequences of other findings are omitted.
  ///
  /// Leak B is a consequence of leak A if the suggested break of A also frees the objects of B,
  /// usually because a deinitializer breaks the cycle of B. To save time, two findings are compared
  /// only if another leak retains objects of at least one of them. If the suggested breaks of
  /// several findings free the objects of a leak, the leak counts as a consequence of the first of
  /// these findings.
  ///
  /// - Parameter occurrences: For each finding, all leaks that it represents; an empty array if
  ///   some of them are unknown.
  func verifiedCauses(
    _ findings: [Finding], targets: [BreakTarget?], occurrences: [[LeakOccurrence]],
    by engine: BreakExecution
  ) -> [Finding] {
    let chosen = chosen(findings, targets) { index, target in
      leaks(of: index, findings[index], target, occurrences[index])
    }
    let jobs = run(jobs(for: chosen, findings), by: engine)
    var freed = FreedLeaks(among: chosen.flatMap(\.leaks))
    for job in jobs { freed.add(job.attempts.freedLeaks, freedBy: job.finding) }
    for job in run(furtherJobs(chosen, occurrences, freed), by: engine) {
      freed.add(job.attempts.freedLeaks, freedBy: job.finding)
    }
    return Self.withoutConsequences(
      Self.withExecutions(findings, jobs, origins), causes: jobs.map(\.finding), freed)
  }

  private static func withoutConsequences(
    _ findings: [Finding], causes: [Int], _ freed: FreedLeaks
  ) -> [Finding] {
    var shown = findings
    var consequences: Set<Int> = []
    for cause in causes where findings[cause].confidence == .verified {
      guard !consequences.contains(cause) else { continue }
      for index in freed.consequences(of: cause)
      where findings[index].canBeListed(with: findings[cause]) {
        guard consequences.insert(index).inserted else { continue }
        shown[cause].consequences.append(findings[index].consequence)
      }
    }
    return shown.indices.filter { !consequences.contains($0) }.map { shown[$0] }
  }

  private static func withExecutions(
    _ findings: [Finding], _ jobs: [Job], _ origins: CodeOrigins
  ) -> [Finding] {
    var findings = findings
    for index in findings.indices { findings[index].execution = Self.skipped(findings[index]) }
    for job in jobs {
      findings[job.finding].execution =
        job.isBegun
        ? job.attempts.execution
        : Execution(.notExecuted, reason: "the time limit for executing breaks was reached")
      findings[job.finding].takeExecution(of: job.attempts, origins: origins)
    }
    return findings
  }

  /// Tries the breaks of all jobs, and then, in the remaining time, smaller sets of edits.
  private func run(_ jobs: [Job], by engine: BreakExecution) -> [Job] {
    let began = ContinuousClock.now
    var jobs = trying(jobs, for: budget, by: engine)
    let isReducible = jobs.indices.map { jobs[$0].attempts.beginReducing() }
    let used = began.duration(to: .now) / .seconds(1)
    return isReducible.contains(true) ? trying(jobs, for: budget - used, by: engine) : jobs
  }

  private func trying(_ jobs: [Job], for seconds: Double, by engine: BreakExecution) -> [Job] {
    guard seconds > 0 else { return jobs }
    var jobs = jobs
    engine.execute(jobs: jobs.count, budget: seconds) { job, outcome in
      let trial = jobs[job].attempts.trial(after: outcome)
      // If the time is used up, the first trial does not begin.
      if outcome != nil || trial == nil { jobs[job].isBegun = true }
      return trial
    }
    return jobs
  }

  /// The attempts to free the objects of one finding.
  private struct Job {
    /// The index of the finding.
    let finding: Int
    var attempts: BreakAttempts
    var isBegun = false
  }

  /// A finding whose suggested break is tried.
  private struct Chosen {
    /// The index of the finding.
    let finding: Int
    let target: BreakTarget
    /// The steps that remove references from other leaked objects to the objects of this finding.
    let detachment: [BreakExecution.Step]
    /// The leaks that the finding represents.
    let leaks: [ObservedLeak]

    var isRetainedByLeaks: Bool { !detachment.isEmpty }
  }

  /// Chooses a sample of the findings whose suggested break can be tried.
  private func chosen(
    _ findings: [Finding], _ targets: [BreakTarget?],
    leaks: (Int, BreakTarget) -> [ObservedLeak]
  ) -> [Chosen] {
    let broken = findings.indices.filter {
      !findings[$0].awaitsContinuation && !findings[$0].waitsForProgram
    }
    let executable = broken.compactMap { index in targets[index].map { (index, $0) } }
    let sample = Self.sample(executable)
    let detachments = LeakedOwners(leaked).detachments(of: sample.map(\.1))
    return zip(sample, detachments).map { sample, detachment in
      let (index, target) = sample
      return Chosen(
        finding: index, target: target, detachment: detachment, leaks: leaks(index, target))
    }
  }

  /// Returns the leaks that a finding represents.
  ///
  /// If some of them are unknown, the result ends with a leak without objects. No suggested break
  /// frees that leak, so the finding cannot become a consequence of another finding. The additional
  /// leak is omitted for findings that are not about the program's own code.
  private func leaks(
    of index: Int, _ finding: Finding, _ target: BreakTarget, _ occurrences: [LeakOccurrence]
  ) -> [ObservedLeak] {
    var objects = occurrences.map { leaked.observable(of: $0.target) }
    if occurrences.isEmpty {
      objects = [leaked.observable(of: target)]
      if finding.occurrences > 1, finding.involvesProgram { objects.append([]) }
    }
    return objects.enumerated().map {
      ObservedLeak(id: ObservedLeak.ID(finding: index, occurrence: $0), objects: $1)
    }
  }

  /// Prepares attempts for the chosen findings. If other leaks retain the objects of a finding, the
  /// attempts for it also observe the leaks of all other findings, and the attempts for all other
  /// findings observe its leaks.
  private func jobs(for chosen: [Chosen], _ findings: [Finding]) -> [Job] {
    chosen.map { own in
      let others = chosen.filter {
        $0.finding != own.finding && ($0.isRetainedByLeaks || own.isRetainedByLeaks)
      }
      return job(
        own.finding, LeakOccurrence(finding: findings[own.finding], target: own.target),
        own.detachment, others.flatMap(\.leaks))
    }
  }

  /// Prepares further attempts for findings that may be the cause of another finding. The first
  /// attempts for such a finding broke references of only one of its leaks. They freed some leaks
  /// of the other finding, but not all. The further attempts break references of the cause's
  /// remaining leaks, except leaks whose objects other leaks retain.
  private func furtherJobs(
    _ chosen: [Chosen], _ occurrences: [[LeakOccurrence]], _ freed: FreedLeaks
  ) -> [Job] {
    chosen.flatMap { own -> [Job] in
      let others = chosen.filter { freed.isPartlyFreed($0.finding, by: own.finding) }
      let further = occurrences[own.finding].filter { $0.target.objects != own.target.objects }
      guard !others.isEmpty, !further.isEmpty else { return [] }
      let detachments = LeakedOwners(leaked).detachments(of: further.map(\.target))
      return zip(further, detachments).filter { $1.isEmpty }.map { occurrence, _ in
        job(own.finding, occurrence, [], others.flatMap(\.leaks))
      }
    }
  }

  private func job(
    _ finding: Int, _ leak: LeakOccurrence, _ detachment: [BreakExecution.Step],
    _ others: [ObservedLeak]
  ) -> Job {
    Job(
      finding: finding,
      attempts: BreakAttempts(
        leak.finding, target: leak.target, objects: leaked.observable(of: leak.target),
        others: others, detachment: detachment, walker: leaked.walker, origins: origins))
  }

  private static func sample<Element>(_ elements: [Element]) -> [Element] {
    guard elements.count > maxFindings else { return elements }
    return (0..<maxFindings).map { elements[$0 * elements.count / maxFindings] }
  }

  /// Returns the reason why a break is not tried: the cycle ends only if the program continues some
  /// work, and that work does not continue in a forked process.
  private static func omittedWork(_ finding: Finding) -> String {
    switch finding.cause {
    case .operationNeverFinishes: "the operation cannot run"
    case .jobNeverRuns: "the job cannot run"
    case .tasksAwaitEachOther, .methodKeepsObject: "the task cannot end"
    case .taskAwaitsGroup: "nothing can call leave() on the group"
    default: "nothing can resume the task"
    }
  }

  fileprivate static func skipped(_ finding: Finding) -> Execution? {
    if finding.awaitsContinuation || finding.waitsForProgram {
      return Execution(.notExecuted, reason: "\(omittedWork(finding)) in a forked process")
    }
    return switch finding.rule {
    case .retainCycle, .closureCaptureCycle, .selfCycle, .overRetained:
      Execution(
        .notExecuted,
        reason: "there are more than \(maxFindings) findings, and only the breaks of a sample are "
          + "executed")
    case .heldByRuntime:
      Execution(
        .notExecuted,
        reason: "objects that the runtime retains are not released in a forked process")
    case .heldAfterEnding, .unexplainedOwner, .controlNotSeen: nil
    }
  }
}

extension Finding {
  /// Returns whether this finding can be listed as a consequence of `cause`. If this finding is
  /// about the program's objects, `cause` must be about the program's objects too, and must be a
  /// finding that makes a CI run fail.
  fileprivate func canBeListed(with cause: Finding) -> Bool {
    !involvesProgram || cause.involvesProgram && FailOn.new.gates(cause)
  }

  /// Returns whether the suggested break is not empty and consists only of captures of the
  /// program's closures.
  private func advisesCaptures(_ origins: CodeOrigins) -> Bool {
    !advisedBreaks.isEmpty
      && advisedBreaks.allSatisfy { index in
        let source = graph.nodes[graph.references[index].from]
        return source.kind.isClosure && origins.isProgram(source)
      }
  }

  /// Sets the suggested break and the confidence according to the outcome of the trials.
  fileprivate mutating func takeExecution(of attempts: BreakAttempts, origins: CodeOrigins) {
    guard let execution else { return }
    switch execution.outcome {
    case .verified:
      // If other leaks retain the objects, this break alone does not free them.
      if execution.dependsOnOtherLeaks != true { confidence = .verified }
      let areOutsideLibraries = execution.references.allSatisfy {
        origins.isOutsideLibraries(graph.nodes[graph.references[$0].from])
      }
      guard !execution.references.isEmpty,
        !keepsAdvice(after: attempts, areOutsideLibraries, origins)
      else { return }
      let isStillSmallest =
        isBreakSetProvenSmallest && execution.references.count <= breakSet.count
      breakSet = execution.references
      isBreakSetProvenSmallest = breakSet.count == 1 || isStillSmallest
      hostBreakSet = areOutsideLibraries ? breakSet : []
      recognizeCause()
    case .refuted: takeRefutation()
    case .notExecuted: break
    }
  }

  /// Returns whether the suggested break stays the same, although breaking other references has
  /// freed the objects.
  ///
  /// Captures stay the suggestion if a deinitializer trapped when the trial broke them; see
  /// ``BreakAttempts/hasTrappedAtAdvice``. But if the edit of the other references is as good, it
  /// is the better suggestion, because it is verified. Captures also stay the suggestion if their
  /// trial had no result and some of the other references are in libraries.
  ///
  /// - Parameter areOutsideLibraries: Whether the references that were broken are outside of
  ///   libraries.
  private func keepsAdvice(
    after attempts: BreakAttempts, _ areOutsideLibraries: Bool, _ origins: CodeOrigins
  ) -> Bool {
    guard advisesCaptures(origins) else { return false }
    return attempts.hasTrappedAtAdvice
      ? !isExecutedBreakAsGood(origins) : !areOutsideLibraries && attempts.isAdviceUndecided
  }

  /// Returns whether the edit of the references that the trial broke costs no more than the
  /// suggested edit.
  private func isExecutedBreakAsGood(_ origins: CodeOrigins) -> Bool {
    let candidates = graph.breakCandidates(origins: origins)
    func cost(of references: [Int]) -> Int? {
      candidates.first { $0.references.sorted() == references.sorted() }?.cost
    }
    guard let executed = execution.flatMap({ cost(of: $0.references) }),
      let advised = cost(of: advisedBreaks)
    else { return false }
    return executed <= advised
  }

  /// Reduces the confidence. The cause may change: the trial may have shown that a call retains the
  /// objects.
  private mutating func takeRefutation() {
    confidence = min(confidence, .likely)
    recognizeCause()
    if waitsForProgram { execution = BreakVerification.skipped(self) }
  }
}
