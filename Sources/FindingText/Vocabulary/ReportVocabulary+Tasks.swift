import Findings

// Descriptions and fixes that replace those of a cause if a task is involved.
extension ReportVocabulary {
  /// Returns the description of a finding in which a task waits for a dispatch group; `nil` for any
  /// other finding.
  static func summaryForTasks(in finding: Finding) -> String? {
    guard finding.isTaskOfGroup else { return nil }
    return "A task waits until a dispatch group runs a block, and the group was entered more often "
      + "than it was left."
  }

  /// Returns the fix of a finding in which a task waits for a dispatch group, or in which the runtime
  /// retains objects because an executor has not run a task; `nil` for any other finding.
  static func remedyForTasks(in finding: Finding) -> String? {
    if finding.isTaskOfGroup {
      return "Call leave() as often as enter(), on every path: only then does the group run the "
        + "block of notify(queue:) for which the task waits."
    }
    guard finding.rule == .heldByRuntime, let cause = finding.cause, cause == .jobNeverRuns
    else { return nil }
    return "\(cause.instead) Jobs of the main actor run only while the main queue runs: call "
      + "RunLoop.main.run() or dispatchMain()."
  }
}
