import Findings
import OwnershipGraph

extension ReportVocabulary {
  /// Returns a sentence about a dispatch queue in a leaked cycle; `nil` if the cycle contains none.
  ///
  /// A queue that is not suspended runs its blocks and releases them.
  static func sentenceOfQueue(in finding: Finding) -> String? {
    let hasQueue = finding.graph.nodes.contains {
      $0.role == .cycle && $0.qualifiedType == "Dispatch.DispatchQueue"
    }
    return hasQueue
      ? "If the queue is suspended, resume() it: its blocks do not run before, and libdispatch ends "
        + "a program that releases a suspended queue." : nil
  }
}
