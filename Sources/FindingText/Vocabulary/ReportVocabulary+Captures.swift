import Findings
import OwnershipGraph

// Fixes of captures that a capture list cannot make weak.
extension ReportVocabulary {
  /// Returns the fix of a finding whose marked references are in variables that closures capture by
  /// reference; `nil` for any other finding, and for a closure that calls itself through the
  /// variable that stores it.
  static func remedyOfVariables(
    _ marked: [ObjectGraph.Reference], in finding: Finding
  ) -> String? {
    guard !marked.isEmpty else { return nil }
    let variables = marked.compactMap(\.capturedVariable)
    let areVariables = variables.count == marked.count
    let graph = finding.graph
    let areSharedCollections = marked.allSatisfy {
      BreakAdvice.capturesSharedCollection($0, in: graph)
    }
    if areVariables && marked.allSatisfy(\.isInCollection) || areSharedCollections {
      return "Remove the elements from the captured collection when they are no longer needed: a "
        + "capture list would copy the elements that the collection contains when the closure is "
        + "created."
    }
    guard areVariables else { return nil }
    let areParts = variables.allSatisfy { $0.contains(".") }
    guard finding.cause != .recursiveClosure || areParts else { return nil }
    return "Assign another value to the captured variable when its value is no longer needed: a "
      + "capture list would copy the value that the variable has when the closure is created."
      + (weakVariable(marked, in: finding.graph) ?? "")
  }

  /// Returns a sentence about the declaration of a captured variable as weak; `nil` if there are
  /// several variables, or if the variable's value is not an object.
  private static func weakVariable(
    _ marked: [ObjectGraph.Reference], in graph: ObjectGraph
  ) -> String? {
    guard let reference = marked.first, Set(marked.map(\.capturedVariable)).count == 1,
      let name = reference.capturedVariable, name.wholeMatch(of: #/\w+/#) != nil,
      [.classInstance, .actor].contains(graph.nodes[reference.to].kind)
    else { return nil }
    return " If another object owns the \(graph.nodes[reference.to].type), declare the variable "
      + "as `weak var \(name)` instead."
  }

  /// Returns a text in backquotes if it is code and not a description of code.
  private static func code(_ text: String) -> String {
    text.hasPrefix("the ") || text.hasPrefix("a ") ? text : "`\(text)`"
  }

  /// Returns the fix of a finding whose marked captures are captures of collections, or captures by
  /// nested functions that use themselves or by methods that are used as values. Returns `nil` for
  /// any other finding, and if all of the methods are methods of `self` whose names are unknown.
  static func remedyWithoutCaptureList(
    of captures: [ObjectGraph.Reference], in finding: Finding
  ) -> String? {
    let graph = finding.graph
    if captures.allSatisfy({ BreakAdvice.capturesCollection($0, in: graph) }) {
      return "Capture weak references to the elements of the collection, or release the closure "
        + "when done: a collection cannot be captured weakly."
    }
    if finding.cause == .nestedFunctionAsHandler,
      captures.contains(where: { $0.capture?.usesItself == true })
    {
      let list = captureLists(captures, in: graph)
      return "Make the function a method, and use a closure with \(list) that calls it: a nested "
        + "function has no capture list, and a closure that uses itself would retain itself."
    }
    guard finding.cause == .methodAsHandler,
      !captures.allSatisfy({ BreakAdvice.capturesOwnSelf($0, in: graph) })
        || captures.contains(where: { $0.capture?.method != nil })
    else { return nil }
    if captures.allSatisfy({ $0.shownLabel.contains(".") }) {
      return "A method of a structure captures the whole structure: pass a closure that captures "
        + "only the values that it uses, and the object weakly."
    }
    let edits = captures.compactMap { BreakAdvice.closureForMethod($0, in: graph) }.map {
      "\(code($0.closure)) in place of \(code($0.method))"
    }
    return "Use \(list(edits.uniqued()))."
  }
}
