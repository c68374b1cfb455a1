import Findings
import OwnershipGraph

// Fixes of captures that a capture list cannot make weak.
extension ReportVocabulary {
  /// Returns the fix of a finding whose marked captures are of collections, or of methods that are
  /// used as values and do not belong to `self`; `nil` for any other finding.
  static func remedyWithoutCaptureList(
    of captures: [ObjectGraph.Reference], in finding: Finding
  ) -> String? {
    let graph = finding.graph
    if captures.allSatisfy({ BreakAdvice.isOfCollection($0, in: graph) }) {
      return "Capture weak references to the elements of the collection, or release the closure "
        + "when done: a collection cannot be captured weakly."
    }
    guard finding.cause == .methodAsHandler,
      !captures.allSatisfy({ BreakAdvice.capturesOwnSelf($0, in: graph) })
    else { return nil }
    return "Write `{ [weak object] in object?.method($0) }` in place of `object.method`."
  }
}
