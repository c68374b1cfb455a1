import Findings
import OwnershipGraph

// Fixes of captures that a capture list cannot make weak, and of several references.
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

  /// Returns a sentence with all edits of a cycle if it needs an edit of a closure and another one;
  /// `nil` for any other finding.
  static func sentence(of edits: [BreakAdvice], in finding: Finding) -> String? {
    let marked = finding.markedBreaks.map { finding.graph.references[$0] }
    let areCaptures = Set(marked.map { finding.graph.nodes[$0.from].kind.isClosure })
    let texts = edits.map(\.text).uniqued()
    guard finding.rule.isCycle, areCaptures.count == 2, texts.count > 1 else { return nil }
    return "Every marked reference has to be changed: \(texts.joined(separator: "; "))."
  }
}
