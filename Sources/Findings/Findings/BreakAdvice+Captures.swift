package import OwnershipGraph

// Captures that a capture list cannot make weak.
extension BreakAdvice {
  /// Returns the edit that replaces a method that is used as a value with a closure; `nil` if the
  /// source of the reference is not such a method.
  static func method(_ reference: ObjectGraph.Reference, in graph: ObjectGraph) -> String? {
    guard graph.nodes[reference.from].codeForm == .method else { return nil }
    return capturesOwnSelf(reference, in: graph)
      ? "pass { [weak self] in self?.method(…) } in place of the method"
      : "pass { [weak object] in object?.method(…) } in place of object.method"
  }

  /// Returns the edit that breaks a capture by a nested function.
  ///
  /// - Parameter list: The capture list that makes the capture weak.
  static func nestedFunction(
    _ function: ObjectGraph.Node, _ list: String, _ reference: ObjectGraph.Reference
  ) -> String {
    let name = function.type.split(separator: " in ").first ?? ""
    // A closure that uses itself needs a variable, which retains it.
    return reference.capture?.usesItself == true
      ? "make \(name) a method, and use a closure with \(list) that calls it"
      : "move the body of \(name) into a closure with \(list)"
  }

  /// Returns whether the object whose method is used as a value is the `self` of the code that uses
  /// it: the code is a method of the object's type. The object may also be `self` if the code is a
  /// method of a superclass; the result is `false` then.
  package static func capturesOwnSelf(
    _ reference: ObjectGraph.Reference, in graph: ObjectGraph
  ) -> Bool {
    let type = graph.nodes[reference.to].type.prefix { $0 != "<" }.split(separator: ".").last
    return captureList(reference) == "[weak self]"
      && SuspendedCode.isCode(graph.nodes[reference.from].type, of: String(type ?? ""))
  }

  /// Returns whether a closure captures the value of a collection, whose elements it retains.
  package static func isOfCollection(
    _ reference: ObjectGraph.Reference, in graph: ObjectGraph
  ) -> Bool {
    graph.nodes[reference.from].kind.isClosure && reference.capturedVariable == nil
      && (reference.isInCollection
        || [.array, .dictionary, .set].contains(graph.nodes[reference.to].kind))
  }

  /// Returns the edit of a capture for which ``isOfCollection(_:in:)`` is `true`.
  static func collection(_ reference: ObjectGraph.Reference) -> String {
    let name = reference.shownLabel.dropFirst("capture ".count).prefix { $0 != "[" }
    let isPath = name.wholeMatch(of: #/[\w.]+/#) != nil
    return "capture weak references to the elements of \(isPath ? name : "the collection")"
  }
}
