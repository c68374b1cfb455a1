package import HeapWalking
package import Findings

/// Executes the breaks of findings and records the outcomes.
///
/// A break is verified where everything that the finding keeps alive is freed when its references
/// are replaced and their targets are released once each:
///
/// - Expected are the members of the cycle and what only they keep alive. Other leaked objects
///   may retain these as well; their references are removed first, as if they had been
///   deallocated. So what is executed is: with the other leaks fixed, does this break fix this
///   one? An owner that is not leaked is left alone: it refutes the finding.
/// - More may be freed: objects that a deinitializer removes from elsewhere, or a leak that these
///   objects caused. They are counted apart and neither verify nor refute.
///
/// An over-retained object is released once for each owner that was not found.
package struct BreakVerification {
  /// The maximum number of findings whose breaks are executed, chosen evenly from all.
  package static let maxFindings = 50

  private let analysis: HeapAnalysis
  /// Seconds after which no further attempt begins.
  private let budget: Double

  package init(of analysis: HeapAnalysis, budget: Double = 2) {
    self.analysis = analysis
    self.budget = budget
  }

  /// Returns the findings with the outcomes of their execution: a verified one with the first break
  /// that freed everything, a refuted one with a lower confidence.
  ///
  /// - Important: Only in a copy of the process that exists for the analysis.
  package func verified(_ findings: [Finding], by engine: BreakExecution) -> [Finding] {
    var findings = findings
    var attempts: [(finding: Int, BreakAttempts)] = []
    let executable = findings.indices.filter {
      analysis.targets[findings[$0].fingerprint] != nil
    }
    let chosen = Self.sample(executable)
    let targets = chosen.map { analysis.targets[findings[$0].fingerprint] }
    let detachments = LeakedOwners(analysis).detachments(of: targets.compactMap { $0 })
    for (job, index) in chosen.enumerated() {
      guard let target = targets[job] else { continue }
      let objects = analysis.observable(target.objects)
      attempts.append(
        (
          index,
          BreakAttempts(
            findings[index], target: target, objects: objects, detachment: detachments[job],
            walker: analysis.walker)
        ))
    }
    var isBegun = [Bool](repeating: false, count: attempts.count)
    engine.execute(jobs: attempts.count, budget: budget) { job, outcome in
      isBegun[job] = true
      return attempts[job].1.trial(after: outcome)
    }
    for index in findings.indices {
      findings[index].execution = Self.skipped(findings[index])
    }
    for (job, (index, attempt)) in attempts.enumerated() {
      findings[index].execution =
        isBegun[job]
        ? attempt.execution
        : Execution(.notExecuted, reason: "the time for executing breaks was used up")
      findings[index].takeExecution()
    }
    return findings
  }

  private static func sample(_ indices: [Int]) -> [Int] {
    guard indices.count > maxFindings else { return indices }
    return (0..<maxFindings).map { indices[$0 * indices.count / maxFindings] }
  }

  private static func skipped(_ finding: Finding) -> Execution? {
    switch finding.rule {
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
  /// Sets the break and the confidence by the outcome of the execution.
  fileprivate mutating func takeExecution() {
    guard let execution else { return }
    switch execution.outcome {
    case .verified:
      // What other leaks retain is not freed by this break alone.
      if execution.dependsOnOtherLeaks != true { confidence = .verified }
      guard !execution.references.isEmpty else { return }
      let host = HostPreference()
      let isHosts = execution.references.allSatisfy {
        host.isHost(graph.nodes[graph.references[$0].from])
      }
      breakSet = execution.references.sorted()
      isBreakSetProvenSmallest = breakSet.count == 1 || isBreakSetProvenSmallest
      hostBreakSet = isHosts ? breakSet : []
      recognizeCause()
    case .refuted: confidence = min(confidence, .likely)
    case .notExecuted: break
    }
  }
}
