import OwnershipGraph

// The properties of a finding that concern tasks.
extension FindingShape {
  /// A Boolean value indicating whether a task that has not finished is a member of the cycle.
  var hasTask: Bool { isCycle && hasUnfinishedTask }

  /// A Boolean value indicating whether a task that has not finished is one of the ``members``.
  var hasUnfinishedTask: Bool { members.contains(where: graph.isUnfinishedTask) }

  /// Returns whether a task of the finding waits for the given event or object. If the finding has
  /// no cycle, the tasks through which the runtime retains the objects are considered as well.
  func hasTask(waitingFor wait: TaskWait) -> Bool {
    members.contains { node($0).wait == wait } || isHeldByTask && finding.waits.contains(wait)
  }

  /// A Boolean value indicating whether a task's closure, and not a function that it calls,
  /// iterates an async sequence.
  var isTaskIterating: Bool {
    hasTask(waitingFor: .asyncSequence) && suspendedCode.contains { $0.method == nil }
  }

  /// A Boolean value indicating whether the runtime retains the objects through a task.
  var isHeldByTask: Bool { isHeld(by: "task") }

  /// A Boolean value indicating whether a task that has not ended is suspended in a function that
  /// retains one of the program's objects until it returns, even if the task's closure captures the
  /// object weakly.
  ///
  /// This is the case if the function is a method of the object. It is also the case if a trial has
  /// shown that the objects stay alive without the closure's captures.
  var isTaskInMethod: Bool {
    let methods = suspendedCode.compactMap(\.method)
    guard hasTask || isHeldByTask, !methods.isEmpty else { return false }
    return areCapturesRefuted
      || owners.contains { owner in methods.contains { SuspendedCode.isCode($0, of: name(owner)) } }
  }

  /// A Boolean value indicating whether a trial broke only captures, and did not free the objects.
  private var areCapturesRefuted: Bool {
    guard let execution = finding.execution, execution.outcome == .refuted else { return false }
    let sources = execution.references.map { node(graph.references[$0].from) }
    return !sources.isEmpty && sources.allSatisfy(\.kind.isClosure)
  }

  /// A Boolean value indicating whether a task that has not ended uses `self`, or an object that
  /// its closure captures weakly. The task may also retain an object for other reasons, such as a
  /// task-local value.
  var isTaskOnSelf: Bool {
    let captures = strongCaptures
    guard captures.isEmpty else { return captures.contains { $0.shownLabel == "capture self" } }
    return isStrongInVariable || isCodeOfOwner(graph.nodes.compactMap(\.suspended))
  }

  /// A Boolean value indicating whether a task that has not ended retains an object in a variable,
  /// although the task's closure does not capture the object strongly.
  ///
  /// The value is `false` if a closure of the finding captures an object strongly, except objects
  /// of the language's libraries. Otherwise it is `true` in two cases:
  ///
  /// - A closure or a box of the finding refers weakly to an object.
  /// - The suspended code is in the type of one of the objects, and the source shows a weak
  ///   capture. If the runtime retains the objects, it is enough that the source does not rule out
  ///   a weak capture.
  var isStrongInVariable: Bool {
    guard strongCaptures.isEmpty else { return false }
    let isWeak = graph.references.contains {
      $0.strength == .weak && (node($0.from).kind.isClosure || node($0.from).kind == .box)
    }
    let code = finding.tasks.filter { $0.capturesWeakly != false }
    let shown = graph.nodes.compactMap(\.suspended).filter { $0.capturesWeakly == true }
    return isWeak || isCodeOfOwner(code + shown)
  }

  /// Returns whether one of the suspended functions is a method of one of the program's objects, or
  /// a closure in such a method.
  private func isCodeOfOwner(_ code: [SuspendedCode]) -> Bool {
    owners.contains { owner in
      code.contains { SuspendedCode.isCode($0.function, of: name(owner)) }
    }
  }

  /// Strong captures of objects that do not belong to libraries of the language.
  private var strongCaptures: [ObjectGraph.Reference] {
    let origins = CodeOrigins()
    return graph.references.filter {
      node($0.from).kind.isClosure && $0.strength == .strong
        && origins.origin(of: node($0.to)) != .language
    }
  }

  /// The code of the tasks in the graph, and of those through which the runtime retains the
  /// objects.
  private var suspendedCode: [SuspendedCode] {
    finding.tasks + graph.nodes.compactMap(\.suspended)
  }

  /// A Boolean value indicating whether a task in the cycle waits for a continuation that is kept
  /// by an object or closure of the program, by the box of a variable, or by a collection.
  var isCycleThroughContinuation: Bool {
    references.contains { reference in
      graph.keepsContinuation(reference)
        && (owners.contains(reference.from) || closures.contains(reference.from)
          || isStorage(reference.from))
    }
  }

  /// A Boolean value indicating whether nothing can resume a task of the cycle, although the task
  /// has not finished.
  ///
  /// Something can resume a task if an object that is not a task keeps the continuation for which
  /// the task waits. Tasks that refer to each other are considered together, such as a task and
  /// its child, or a task and the task whose value it awaits.
  var hasLostTask: Bool {
    guard isCycle else { return false }
    var open = members.filter(graph.isUnfinishedTask)
    var seen: Set<Int> = []
    while let first = open.popLast() {
      guard seen.insert(first).inserted else { continue }
      let group = tasks(connectedTo: first)
      seen.formUnion(group)
      let isKept = references.contains {
        graph.keepsContinuation($0) && group.contains($0.to)
      }
      if !isKept { return true }
    }
    return false
  }

  /// Returns a task and the tasks to which references between tasks connect it.
  private func tasks(connectedTo task: Int) -> Set<Int> {
    var found: Set = [task]
    var open = [task]
    while let current = open.popLast() {
      for reference in references where reference.from == current || reference.to == current {
        let other = reference.from == current ? reference.to : reference.from
        if graph.isUnfinishedTask(other), found.insert(other).inserted { open.append(other) }
      }
    }
    return found
  }
}
