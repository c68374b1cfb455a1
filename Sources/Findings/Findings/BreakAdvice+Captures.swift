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

  /// Returns the edit that replaces a method of a structure with a closure.
  ///
  /// Where the method is used as a value, the structure is `self` only in another method of the
  /// structure. In a method of a class, or in a function without a type, it has a name of its own.
  ///
  /// - Parameter list: The capture list that makes the capture weak in a method of the structure.
  static func methodOfStructure(
    _ method: ObjectGraph.Node, _ list: String?, in graph: ObjectGraph
  ) -> String {
    guard let list else {
      return "pass a closure that captures only what it needs in place of the method"
    }
    let isInClass = graph.nodes.contains { node in
      [.classInstance, .actor].contains(node.kind)
        && SuspendedCode.isCode(method.type, of: String(node.type.prefix { $0 != "<" }))
    }
    let function = method.type.split(separator: " in ").last?.prefix { $0 != "(" } ?? ""
    if !isInClass, function.contains(".") {
      return "pass a closure with \(list) in place of the method"
    }
    return "pass a closure with \(list.replacing("= self.", with: "= value.")) in place of "
      + "value.method"
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
      && (reference.isInCollection || graph.nodes[reference.to].kind.isCollection)
  }

  /// Returns whether a closure's captured collection is stored in an object of its own, which the
  /// closure refers to. The storage of a collection's parts, such as a slice, is not shown.
  static func isOfStorage(_ reference: ObjectGraph.Reference, in graph: ObjectGraph) -> Bool {
    isOfCollection(reference, in: graph) && graph.nodes[reference.to].kind.isCollection
  }

  /// Returns the edit of a capture for which ``isOfCollection(_:in:)`` is `true`.
  static func collection(_ reference: ObjectGraph.Reference) -> String {
    let name = reference.shownLabel.dropFirst("capture ".count).prefix { $0 != "[" }
    let isPath = name.wholeMatch(of: #/[\w.]+/#) != nil
    return "capture weak references to the elements of \(isPath ? name : "the collection")"
  }
}

extension ObjectGraph {
  /// Returns the references that are weak after the edit of the given references.
  ///
  /// A closure's capture of a collection is edited so that the elements are captured weakly: the
  /// references in the collection's storage are weak then, and the closure still retains the
  /// storage. If the storage has another owner, the capture itself counts.
  func referencesMadeWeak(by edited: Set<Int>) -> Set<Int> {
    var weak = edited
    var open = edited.filter { BreakAdvice.isOfStorage(references[$0], in: self) }
    while let capture = open.popFirst() {
      let storage = references[capture].to
      let isShared = references.indices.contains {
        references[$0].to == storage && references[$0].strength == .strong && $0 != capture
      }
      if isShared { continue }
      weak.remove(capture)
      for index in references.indices where references[index].from == storage {
        if nodes[references[index].to].kind.isCollection {
          open.insert(index)
        } else {
          weak.insert(index)
        }
      }
    }
    return weak
  }
}
