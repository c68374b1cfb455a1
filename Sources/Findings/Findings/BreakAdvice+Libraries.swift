import OwnershipGraph

// References in the objects of libraries, which the program's author cannot edit.

extension BreakAdvice {
  /// Returns the advice for a reference in a library's object, such as to end a subscription. The
  /// program's author cannot edit the library's code.
  static func adviceForLibrary(
    _ reference: ObjectGraph.Reference, in graph: ObjectGraph
  ) -> String {
    let source = graph.nodes[reference.from]
    if let call = LibraryCall.ending(reference, in: graph) { return call }
    // `__SwiftValue` is Foundation's box for a Swift value that the program passed as an object.
    if source.type == "__SwiftValue" {
      return "give Foundation an object that refers weakly to the \(graph.nodes[reference.to].type)"
    }
    if CodeOrigins().origin(of: source) == .language {
      let module = CodeOrigins.module(of: source)
      let library = module == "Swift" ? "the standard library" : module
      return "call a function of \(library) that releases this reference, if there is one"
    }
    guard source.origin == .dependency else {
      if BreakAdvice.isDisposable(source.type) {
        return "dispose the \(source.type) when the subscription ends"
      }
      return isSubscription(graph)
        ? "clear it when the subscription ends" : "make this reference weak or clear it"
    }
    if isAssignTarget(reference, in: graph) {
      return "use sink with [weak self] in place of assign(to:on:)"
    }
    if isSubscription(graph) {
      return "dispose or cancel the subscription, or keep it in a bag that is released"
    }
    return source.kind.isClosure
      ? capture(reference, in: graph)
      : "clear \(propertyToClear(reference.label)) of \(source.type)"
  }

  /// Returns whether a type is a disposable, according to its name. The properties of a disposable
  /// are cleared by disposing it.
  package static func isDisposable(_ type: String) -> Bool {
    type.prefix { $0 != "<" }.hasSuffix("Disposable")
  }

  /// Returns the property in a label that can be cleared: the first property if the reference is an
  /// element of a collection, or a part of a tuple or of an enumeration's case; otherwise the last.
  private static func propertyToClear(_ label: String) -> String {
    let last = FindingShape.property(label)
    let isPart = label.contains("[") || label.contains("(") || last.allSatisfy(\.isNumber)
    return isPart ? String(label.prefix { $0 != "." && $0 != "[" }) : last
  }

  /// Returns whether the type name of an object in the cycle indicates a part of a subscription,
  /// such as a sink or a disposable.
  static func isSubscription(_ graph: ObjectGraph) -> Bool {
    let words = [
      "Sink", "Subscription", "Dispos", "Cancellable", "Observer", "Subscriber", "Conduit",
    ]
    return graph.nodes.contains { node in
      node.role == .cycle && !node.kind.isClosure && words.contains { node.type.contains($0) }
    }
  }

  /// Returns whether a reference is from a library's `assign(to:on:)` to its target object.
  private static func isAssignTarget(
    _ reference: ObjectGraph.Reference, in graph: ObjectGraph
  ) -> Bool {
    graph.nodes[reference.from].type.hasSuffix("Assign") && reference.label == "object"
  }

  /// Returns whether the advice for a library's reference is to end or change a subscription.
  static func isEndedWithSubscription(
    _ reference: ObjectGraph.Reference, in graph: ObjectGraph
  ) -> Bool {
    isAssignTarget(reference, in: graph) || isSubscription(graph)
  }

  /// Returns the location of the program's first closure in the graph whose location is known. This
  /// closure is assumed to be a handler, which is written at the call that subscribes.
  static func subscriptionLocation(
    in graph: ObjectGraph, _ origins: CodeOrigins
  ) -> SourceLocation? {
    graph.nodes.first { $0.kind.isClosure && origins.isProgram($0) && $0.location != nil }?.location
  }
}
