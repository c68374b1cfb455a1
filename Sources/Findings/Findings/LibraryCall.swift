import KnownCode
package import OwnershipGraph

/// The calls that make an object of the standard library or Foundation release what it retains. A
/// program needs such a call because it cannot access the object's stored properties.
///
/// A class of the program may have the same name as a library's class, so the module is checked as
/// well as the name.
package enum LibraryCall {
  /// Returns the call that ends a reference from or to a library's object; `nil` if none is known.
  package static func ending(
    _ reference: ObjectGraph.Reference, in graph: ObjectGraph
  ) -> String? {
    if isDeclaredByLibrary(reference, in: graph) {
      let type = reference.declaration?.type ?? graph.nodes[reference.from].type
      if let call = ending(stored(reference), of: type.prefix { $0 != "<" }) { return call }
    }
    let (source, target) = (graph.nodes[reference.from], graph.nodes[reference.to])
    if source.kind == .block, isOfDispatchGroup(reference.from, in: graph) {
      return "call leave() on the group as often as enter()"
    }
    guard HostPreference().tier(of: target) == .language else { return nil }
    if isStream(target.type), source.kind.isClosure {
      return hasContinuation(graph) ? "call finish() on the stream's continuation when done" : nil
    }
    return Finding.isContinuation(target) ? "resume the continuation when done" : nil
  }

  private static func ending(_ stored: Substring, of type: Substring) -> String? {
    switch (type, stored) {
    case (_, "__dependencies"), (_, "__downDependencies"):
      return "call removeDependency(_:) when done"
    case (_, "__completion"): return "set completionBlock to nil when done"
    case ("URLSession", _):
      return "call finishTasksAndInvalidate() or invalidateAndCancel() when done"
    case ("JSONDecoder", "options"), ("JSONEncoder", "options"):
      return "remove it from userInfo when done"
    case ("NSCacheEntry", _), ("NSCache", _): return "call removeAllObjects() when done"
    default: return nil
    }
  }

  private static func stored(_ reference: ObjectGraph.Reference) -> Substring {
    reference.label.prefix { $0 != "." && $0 != "[" }
  }

  /// Returns whether the class that declares the property belongs to a library of the language.
  /// This class may be a superclass of the object's class.
  private static func isDeclaredByLibrary(
    _ reference: ObjectGraph.Reference, in graph: ObjectGraph
  ) -> Bool {
    let source = graph.nodes[reference.from]
    guard !source.kind.isClosure else { return false }
    if let module = reference.declaration?.module {
      return KnownModules.language.contains(module)
    }
    return HostPreference().tier(of: source) == .language
  }

  /// Returns whether a dispatch group refers to a block. The group runs the block as soon as
  /// `leave()` has been called as often as `enter()`.
  private static func isOfDispatchGroup(_ block: Int, in graph: ObjectGraph) -> Bool {
    graph.references.contains {
      $0.to == block && graph.nodes[$0.from].type == "DispatchGroup"
        && HostPreference().tier(of: graph.nodes[$0.from]) == .language
    }
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
