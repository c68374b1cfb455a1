import KnownCode
package import OwnershipGraph

/// The calls that make an object of the toolchain's libraries release what it retains. A program
/// needs such a call because it cannot access the object's stored properties.
///
/// A class of the program may have the same name as a library's class, so the module is checked as
/// well as the name.
package enum LibraryCall {
  /// Returns the call that removes a reference from or to a library's object; `nil` if no such call
  /// is known.
  package static func ending(
    _ reference: ObjectGraph.Reference, in graph: ObjectGraph
  ) -> String? {
    if graph.isStoredByLanguage(reference) {
      let type = reference.declaration?.type ?? graph.nodes[reference.from].type
      if let call = ending(stored(reference), of: type.prefix { $0 != "<" }) { return call }
    }
    let (source, target) = (graph.nodes[reference.from], graph.nodes[reference.to])
    if isBlock(source), isRunByDispatchGroup(reference.from, in: graph) {
      return "call leave() on the group as often as enter()"
    }
    if Finding.isContinuation(target)
      || graph.keepsContinuation(reference) && CodeOrigins().isProgram(source)
    {
      return "resume the continuation when done"
    }
    guard CodeOrigins().origin(of: target) == .language, isStream(target.type),
      source.kind.isClosure
    else { return nil }
    return hasContinuation(graph) ? "call finish() on the stream's continuation when done" : nil
  }

  private static func ending(_ stored: Substring, of type: Substring) -> String? {
    switch (type, stored) {
    case (_, "__dependencies"), (_, "__downDependencies"):
      return "call removeDependency(_:) when done"
    case (_, "__completion"): return "set completionBlock to nil when done"
    case ("URLSession", _):
      return "call finishTasksAndInvalidate() or invalidateAndCancel() when done"
    case ("JSONDecoder", "options"), ("JSONEncoder", "options"):
      return "remove the value from userInfo when done"
    case ("Process", "_runLoopSourceStorage"):
      return "call waitUntilExit() on the process, even if it has ended"
    case ("LocalTestingDistributedActorSystem", "activeActors"):
      return "call resignID(_:) with the actor's id when done"
    case ("NSCacheEntry", _), ("NSCache", _): return "call removeAllObjects() when done"
    default: return nil
    }
  }

  private static func stored(_ reference: ObjectGraph.Reference) -> Substring {
    reference.label.prefix { $0 != "." && $0 != "[" }
  }

  /// Returns whether a node is a block, or a closure without a name. The toolchain's libraries
  /// create such closures to call a block.
  private static func isBlock(_ node: ObjectGraph.Node) -> Bool {
    node.kind == .block || node.kind.isClosure && node.type == "closure"
  }

  /// Returns whether a dispatch group refers to a block, directly or through other blocks. The
  /// group runs the block as soon as `leave()` has been called as often as `enter()`.
  private static func isRunByDispatchGroup(_ block: Int, in graph: ObjectGraph) -> Bool {
    var seen: Set<Int> = [block]
    var open = [block]
    while let current = open.popLast() {
      for reference in graph.references where reference.to == current {
        let source = graph.nodes[reference.from]
        if source.type == "DispatchGroup", CodeOrigins().origin(of: source) == .language {
          return true
        }
        if isBlock(source), seen.insert(reference.from).inserted { open.append(reference.from) }
      }
    }
    return false
  }

  static func isStream(_ type: String) -> Bool {
    type.hasPrefix("AsyncStream._") || type.hasPrefix("AsyncThrowingStream._")
  }

  /// Returns whether a stream in the graph has a continuation. A stream that gets its elements from
  /// an unfolding closure has none.
  private static func hasContinuation(_ graph: ObjectGraph) -> Bool {
    !graph.nodes.contains { isStream($0.type) && $0.type.contains("_Context") }
      || graph.nodes.contains { isStream($0.type) && $0.type.contains("_Storage") }
  }
}
