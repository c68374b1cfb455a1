import OwnershipGraph

/// The calls that end what an object of the standard library or Foundation retains: its stored
/// properties have no names that a program can use.
enum LibraryCall {
  /// Returns the edit that ends a reference in such an object, or to one; `nil` if no call is known.
  static func ending(
    _ reference: ObjectGraph.Reference, in graph: ObjectGraph
  ) -> String? {
    let (source, target) = (graph.nodes[reference.from], graph.nodes[reference.to])
    let stored = reference.label.prefix { $0 != "." && $0 != "[" }
    switch (source.type.prefix { $0 != "<" }, stored) {
    case (_, "__dependencies"), (_, "__downDependencies"):
      return "call removeDependency(_:) when done"
    case (_, "__completion"): return "set completionBlock to nil when done"
    case ("URLSession", _):
      return "call finishTasksAndInvalidate() or invalidateAndCancel() when done"
    case ("JSONDecoder", "options"), ("JSONEncoder", "options"):
      return "remove it from userInfo when done"
    case ("NSCacheEntry", _): return "call removeAllObjects() when done"
    default: break
    }
    if target.type.hasPrefix("AsyncStream._"), source.kind.isClosure {
      return "call finish() on the stream's continuation when done"
    }
    return target.type == Finding.continuationType ? "resume the continuation when done" : nil
  }
}
