import OwnershipGraph

extension ObjectGraph {
  /// Returns whether an object is a task that has not ended. A task that has ended retains only its
  /// result.
  func isUnfinishedTask(_ node: Int) -> Bool {
    guard nodes[node].kind == .task else { return false }
    let owned = references.filter { $0.from == node && $0.strength == .strong }
    return owned.isEmpty || !owned.allSatisfy(\.isResultOfTask)
  }

  /// Returns whether a reference keeps the continuation for which a task waits. A reference from a
  /// task counts only if its target is a checked continuation.
  ///
  /// If the continuation is checked, the target is the runtime's object for it. An unsafe
  /// continuation is the address of the waiting task, so the target is the task. This address is
  /// found by scanning. A reference that is read by type is a `Task` value instead. An executor
  /// keeps the addresses of the tasks in its queue, which wait for no continuation.
  func keepsContinuation(_ reference: Reference) -> Bool {
    if Finding.isContinuation(nodes[reference.to]) { return true }
    return reference.evidence == .scanned && nodes[reference.from].kind != .task
      && isUnfinishedTask(reference.to) && nodes[reference.to].wait != .executor
  }

  /// Returns the closures that each task or closure refers to directly.
  func ownedClosures() -> [Int: [Int]] {
    var owned: [Int: [Int]] = [:]
    for reference in references where nodes[reference.to].kind.isClosure {
      let source = nodes[reference.from].kind
      if source == .task || source.isClosure {
        owned[reference.from, default: []].append(reference.to)
      }
    }
    return owned
  }

  /// Returns the closures that a task refers to, directly or through other closures; the nearest
  /// closures come first.
  ///
  /// - Parameter owned: The result of ``ownedClosures()``.
  func closures(ofTask task: Int, in owned: [Int: [Int]]) -> [Int] {
    var seen: Set<Int> = []
    var open = owned[task] ?? []
    var next = 0
    var found: [Int] = []
    while next < open.count {
      let closure = open[next]
      next += 1
      guard seen.insert(closure).inserted else { continue }
      found.append(closure)
      open += owned[closure] ?? []
    }
    return found
  }

  /// Returns the index of the strong capture of an object by a closure to which a task refers only
  /// through other closures, for example because they call it. Returns `nil` if the task refers
  /// directly to a closure that captures the object, or if no closure that the task reaches
  /// captures the object.
  ///
  /// - Parameter reference: A reference from the task to the object.
  func captureByCalledClosure(of reference: Reference) -> Int? {
    let owned = ownedClosures()
    let own = Set(owned[reference.from] ?? [])
    for closure in closures(ofTask: reference.from, in: owned) {
      let capture = references.firstIndex {
        $0.from == closure && $0.to == reference.to && $0.strength == .strong
      }
      if let capture { return own.contains(closure) ? nil : capture }
    }
    return nil
  }
}

extension Finding {
  /// A Boolean value indicating whether one of the finding's objects is a task that has not ended.
  package var hasUnfinishedTask: Bool {
    graph.nodes.indices.contains {
      graph.nodes[$0].role != .context && graph.isUnfinishedTask($0)
    }
  }

  /// A Boolean value indicating whether a task that has not ended is over-retained. If nothing can
  /// resume such a task, it retains itself.
  package var isOverRetainedTask: Bool {
    rule == .overRetained
      && graph.nodes.indices.contains {
        graph.nodes[$0].role == .held && graph.isUnfinishedTask($0)
      }
  }
}

extension SuspendedCode {
  /// Returns whether a function is a method of a type, or a closure in one of its methods.
  /// The result is `false` for a static method, whose `self` is the type.
  ///
  /// - Parameter type: The name of the type, with the names of the types around it: `Feed.Loader`.
  static func isCode(_ function: String, of type: String) -> Bool {
    let parts = function.split(separator: " in ")
    // A method of a local type: `closure #1 in run() in Loader in start()`.
    if parts.dropFirst().contains(type[...]) { return true }
    let method = parts.last ?? ""
    guard !method.hasPrefix("static ") else { return false }
    let path = method.prefix { $0 != "(" }.split(separator: ".").map { $0.prefix { $0 != "<" } }
    let own = type.split(separator: ".")
    return path.indices.contains { start in
      start + own.count < path.count && Array(path[start..<start + own.count]) == own
    }
  }
}
