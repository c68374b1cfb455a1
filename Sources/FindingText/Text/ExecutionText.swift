package import Findings

/// The result of trying a finding's suggested break in a forked process, on one line.
package struct ExecutionText {
  private let finding: Finding
  private let execution: Execution

  /// - Returns: `nil` if the finding has no `execution`.
  package init?(of finding: Finding) {
    guard let execution = finding.execution else { return nil }
    self.finding = finding
    self.execution = execution
  }

  package var line: String {
    switch execution.outcome {
    case .verified where execution.dependsOnOtherLeaks == true:
      "effective only after the other leaks that retain these objects are fixed: \(action) freed "
        + "\(freed)\(others)\(survivors) (executed in a forked process\(refused))"
    case .verified:
      "verified: \(action) freed \(freed)\(others)\(survivors) (executed in a forked process\(refused))"
    case .refuted:
      "\(refutation): \(action) freed \(freed); \(execution.reason) (executed in a forked process\(refused))"
    case .notExecuted: "not verified: \(execution.reason)\(refused)"
    }
  }

  /// The words for a refuted break. They are `not enough alone` if the break freed some objects,
  /// and a task of the finding has not ended: the task stays alive until it ends.
  private var refutation: String {
    execution.freedObjects > 0 && finding.hasUnfinishedTask ? "not enough alone" : "refuted"
  }

  private var action: String {
    guard !execution.references.isEmpty else { return releases }
    let all = execution.references.map {
      ReportVocabulary.name(of: finding.graph.references[$0], in: finding.graph)
    }
    let counted = all.uniqued().map { name in
      let count = all.count { $0 == name }
      return count == 1 ? name : "\(count) × \(name)"
    }
    let more = counted.count - Self.maxNames
    return "breaking " + counted.prefix(Self.maxNames).joined(separator: " and ")
      + (more > 0 ? " and \(more) more" : "")
  }

  /// The releases that were tried. An over-retained object is released once for each retain that no
  /// known owner explains.
  private var releases: String {
    let owners = finding.graph.nodes.filter { $0.role == .held }.map(\.unexplainedOwners).max() ?? 1
    let releases = owners <= 1 ? "one more release" : "\(owners) more releases"
    // If several objects were released, their numbers of owners may differ.
    return execution.releasedObjects.map { "the release of \($0) objects" } ?? releases
  }

  private static let maxNames = 3

  private var freed: String {
    ReportVocabulary.counted(execution.freedObjects, "object") + ", \(execution.freedBytes) bytes"
  }

  private var others: String {
    let count = execution.otherObjects
    return count > 0 ? ", and \(ReportVocabulary.counted(count, "object")) outside the finding" : ""
  }

  private var survivors: String { execution.reason.isEmpty ? "" : "; \(execution.reason)" }

  private var refused: String {
    execution.refusedCalls.isEmpty
      ? "" : "; refused system calls: " + execution.refusedCalls.joined(separator: ", ")
  }
}
