package import OwnershipGraph

// Captures that a capture list cannot make weak.
extension BreakAdvice {
  /// Returns the edit that passes a closure in place of a method that is used as a value; `nil` if
  /// the source of the reference is not such a method.
  static func method(_ reference: ObjectGraph.Reference, in graph: ObjectGraph) -> String? {
    closureForMethod(reference, in: graph).map { "pass \($0.closure) in place of \($0.method)" }
  }

  /// Returns the closure to pass in place of a method that is used as a value, and the expression
  /// that it replaces; `nil` if the source of the reference is not such a method.
  package static func closureForMethod(
    _ reference: ObjectGraph.Reference, in graph: ObjectGraph
  ) -> (closure: String, method: String)? {
    guard graph.codeForm(of: reference) == .method else { return nil }
    let isOwn = capturesOwnSelf(reference, in: graph)
    guard let name = reference.capture?.method else {
      return isOwn
        ? ("{ [weak self] in self?.method(…) }", "the method")
        : ("{ [weak object] in object?.method(…) }", "object.method")
    }
    switch reference.capture?.receiver {
    case "super":
      return (
        "a closure with [weak self] that calls another method, which calls super.\(name)(…),",
        "super.\(name)"
      )
    case "self" where isCodeOfTarget(reference, in: graph):
      return ("{ [weak self] in \(call(of: name, on: "self", reference.capture)) }", name)
    case let receiver? where receiver != "self":
      let call = call(of: name, on: receiver, reference.capture)
      return ("{ [weak \(receiver)] in \(call) }", "\(receiver).\(name)")
    default: return ("a closure that captures the object weakly", "the method \(name)")
    }
  }

  /// Returns a call of a method on a weakly captured object. If the method returns a value, the
  /// call ends with `?? …`, because the object may have been deallocated.
  private static func call(
    of method: String, on receiver: String, _ capture: ObjectGraph.Reference.Capture?
  ) -> String {
    let effects = capture?.callEffects.map { $0 + " " } ?? ""
    let fallback = capture?.returnsValue == true ? " ?? …" : ""
    return "\(effects)\(receiver)?.\(method)(…)\(fallback)"
  }

  /// Returns the edit that replaces a method of a structure with a closure.
  ///
  /// If the method is used as a value in another method of the structure, the structure is `self`.
  /// In a method of a class or in a global function, the structure is a variable.
  ///
  /// - Parameter list: The capture list that makes the capture weak in a method of the structure;
  ///   `nil` if it is unknown.
  static func methodOfStructure(
    _ reference: ObjectGraph.Reference, _ list: String?, in graph: ObjectGraph
  ) -> String {
    guard let list else {
      return "pass a closure that captures only what it needs in place of the method"
    }
    let method = graph.nodes[reference.from]
    if let name = reference.capture?.method, let receiver = reference.capture?.receiver,
      receiver != "self"
    {
      return "pass a closure with \(list.replacing("= self.", with: "= \(receiver).")) "
        + "in place of \(receiver).\(name)"
    }
    let isInClass = graph.nodes.contains { node in
      [.classInstance, .actor].contains(node.kind)
        && SuspendedCode.isCode(method.type, of: String(node.type.prefix { $0 != "<" }))
    }
    let function = method.type.split(separator: " in ").last?.prefix { $0 != "(" } ?? ""
    if !isInClass, function.contains(".") {
      return "pass a closure with \(list) in place of \(reference.capture?.method ?? "the method")"
    }
    return "pass a closure with \(list.replacing("= self.", with: "= value.")) in place of "
      + "value.\(reference.capture?.method ?? "method")"
  }

  /// Returns the edit that breaks a capture by a nested function.
  ///
  /// - Parameter list: The capture list that makes the capture weak.
  static func nestedFunction(
    _ function: ObjectGraph.Node, _ list: String, _ reference: ObjectGraph.Reference
  ) -> String {
    let name = function.type.split(separator: " in ").first ?? ""
    // A closure can use itself only through a variable. The closure and the variable would retain
    // each other.
    return reference.capture?.usesItself == true
      ? "make \(name) a method, and use a closure with \(list) that calls it"
      : "move the body of \(name) into a closure with \(list)"
  }

  /// Returns whether a reference is a capture of `self` in code of the target's own type.
  ///
  /// In a method of a superclass, the target may also be `self`, but the result is `false`.
  package static func capturesOwnSelf(
    _ reference: ObjectGraph.Reference, in graph: ObjectGraph
  ) -> Bool {
    captureList(reference) == "[weak self]" && isCodeOfTarget(reference, in: graph)
  }

  /// Returns whether a closure captures the `self` of the code that contains the closure. A method
  /// that is used as a value captures its receiver as `self`, but the receiver may be any object.
  static func capturesSelf(_ reference: ObjectGraph.Reference, in graph: ObjectGraph) -> Bool {
    guard reference.shownLabel == "capture self" else { return false }
    return graph.codeForm(of: reference) != .method || reference.capture?.receiver == "self"
      || isCodeOfTarget(reference, in: graph)
  }

  /// Returns whether the closure that contains a reference is in a method of the target's type.
  private static func isCodeOfTarget(
    _ reference: ObjectGraph.Reference, in graph: ObjectGraph
  ) -> Bool {
    let type = graph.nodes[reference.to].type.prefix { $0 != "<" }.split(separator: ".").last
    return SuspendedCode.isCode(graph.nodes[reference.from].type, of: String(type ?? ""))
  }

  /// Returns whether a reference is a closure's capture of a collection or of an element in it. The
  /// closure captures the collection's value, not a variable.
  package static func capturesCollection(
    _ reference: ObjectGraph.Reference, in graph: ObjectGraph
  ) -> Bool {
    graph.nodes[reference.from].kind.isClosure && reference.capturedVariable == nil
      && (reference.isInCollection || graph.nodes[reference.to].kind.isCollection)
  }

  /// Returns whether a reference connects a closure with the storage of a collection that the
  /// closure captures. For a part of a collection, such as a slice, the graph shows no storage.
  static func capturesCollectionStorage(_ reference: ObjectGraph.Reference, in graph: ObjectGraph)
    -> Bool
  {
    capturesCollection(reference, in: graph) && graph.nodes[reference.to].kind.isCollection
  }

  /// Returns the type of an element that has no other owner than a captured collection; `nil` if
  /// there is none.
  ///
  /// - Parameter capture: The capture of the collection, as an index of ``ObjectGraph/references``.
  static func elementToOwn(
    capturedBy capture: Int, in graph: ObjectGraph, _ origins: CodeOrigins
  ) -> String? {
    let elements = graph.elementsOfCapturedCollections()[capture] ?? []
    let owned = elements.first { element in
      origins.isProgram(graph.nodes[graph.references[element].to])
        && losesTarget(element, in: graph, elements)
    }
    return owned.map { graph.nodes[graph.references[$0].to].type }
  }

  /// Returns the edit of a capture for which ``capturesCollection(_:in:)`` is `true`.
  static func collection(_ reference: ObjectGraph.Reference) -> String {
    let name = reference.shownLabel.dropFirst("capture ".count).prefix { $0 != "[" }
    let isPath = name.wholeMatch(of: #/[\w.]+/#) != nil
    return "capture weak references to the elements of \(isPath ? name : "the collection")"
  }
}

extension ObjectGraph {
  /// Returns, for each closure's capture of a collection, the references to the collection's
  /// elements.
  ///
  /// The edit of such a capture makes these references weak, and the closure still retains the
  /// collection's storage. Storage that has another owner is not included: its elements stay
  /// retained.
  ///
  /// - Complexity: O(*n* + *e*) for *n* nodes and *e* references.
  func elementsOfCapturedCollections() -> [Int: [Int]] {
    let captures = references.indices.filter {
      BreakAdvice.capturesCollectionStorage(references[$0], in: self)
    }
    guard !captures.isEmpty else { return [:] }
    var referencesOut = [[Int]](repeating: [], count: nodes.count)
    var owners = [Int](repeating: 0, count: nodes.count)
    for (index, reference) in references.enumerated() {
      referencesOut[reference.from].append(index)
      if reference.strength == .strong { owners[reference.to] += 1 }
    }
    var elements: [Int: [Int]] = [:]
    for capture in captures where owners[references[capture].to] == 1 {
      // Storage in storage, as in an array of arrays, is visited only if it has one owner, and
      // therefore only once.
      var open = [references[capture].to]
      while let storage = open.popLast() {
        for index in referencesOut[storage] {
          let target = references[index].to
          if nodes[target].kind.isCollection, owners[target] == 1 {
            open.append(target)
          } else {
            elements[capture, default: []].append(index)
          }
        }
      }
    }
    return elements
  }
}
