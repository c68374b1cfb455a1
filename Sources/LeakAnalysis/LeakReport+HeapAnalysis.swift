package import Findings

extension LeakReport {
  /// Creates the report on the heap of an unmodified program.
  ///
  /// Findings that involve objects of the program come first, before all other findings. Within
  /// each of these two groups, findings are ordered by rule, then by fingerprint, so that the order
  /// does not depend on addresses.
  ///
  /// - Parameter isRecording: A Boolean value indicating whether the recorder is known to record
  ///   objects. If it is `false`, an analysis without objects is inconclusive.
  package init(of analysis: HeapAnalysis, isRecording: Bool) {
    let order = Rule.allCases
    func rank(_ finding: Finding) -> (Int, Int, String) {
      (
        finding.involvesProgram ? 0 : 1, order.firstIndex(of: finding.rule) ?? 0,
        finding.fingerprint
      )
    }
    let findings = analysis.findings.sorted { rank($0) < rank($1) }
    self.init(
      tool: Tool(version: Version.current),
      summary: Summary(
        verdict: .clean, cells: 0,
        unexpectedCycles: findings.count(where: \.isUnexpectedCycle),
        controlsSeen: 0, controlsExpected: 0, inconclusiveCells: 0, failedCells: 0),
      coverage: analysis.coverage, cells: [], findings: findings, reproduce: "leakcheck exec")
    if !analysis.hasSearchedRoots { coverage.hasSearchedRoots = false }
    coverage.rootObstacle = analysis.rootObstacle
    coverage.readObstacle = analysis.readObstacle
    let isInconclusive =
      analysis.objectCount == 0 && !isRecording || analysis.mayHideLeaks
      || analysis.unreadObjects > 0
    if isInconclusive { summary.isIncomplete = true }
    summary.verdict = isInconclusive ? .inconclusive : verdict(failing: .new)
  }
}

extension HeapAnalysis {
  /// The reason why objects of interest were left out; `nil` if all of them were read.
  fileprivate var readObstacle: String? {
    guard unreadObjects > 0 else { return nil }
    let objects = unreadObjects == 1 ? "1 object" : "\(unreadObjects) objects"
    return "the analysis \(leaked.walker.unread.crash), and was repeated without the contents of "
      + objects
  }

  /// The reason why objects may have leaked although they are not reported; `nil` if there are no
  /// such objects.
  fileprivate var rootObstacle: String? {
    if contradictedObjects > 0 {
      let objects = contradictedObjects == 1 ? "1 object" : "\(contradictedObjects) objects"
      return "\(objects) may have leaked: another object that refers to the cycle has not retained "
        + "it, and was perhaps being initialized"
    }
    guard doubtfulObjects > 0 else { return nil }
    let (objects, pronoun) =
      doubtfulObjects == 1 ? ("1 object", "it") : ("\(doubtfulObjects) objects", "them")
    return
      "\(objects) may have leaked: only memory below a thread's stack pointer, on a stack that "
      + "the C library did not allocate, refers to \(pronoun)"
  }
}
