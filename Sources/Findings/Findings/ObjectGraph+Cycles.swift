package import OwnershipGraph

extension ObjectGraph {
  /// Returns the strong references as sparse rows, in the order of ``references``.
  ///
  /// - Complexity: O(*n* + *e*) for *n* nodes and *e* references.
  package func strongRows() -> SparseRows {
    var rows = [[Int]](repeating: [], count: nodes.count)
    for reference in references where reference.strength == .strong {
      rows[reference.from].append(reference.to)
    }
    return SparseRows(rows)
  }

  /// Returns for each node whether it may be a member of a cycle.
  ///
  /// If any node has the role `cycle`, only nodes with this role may be members. A node without the
  /// role may refer to itself and yet form no cycle, because it represents a whole list. For the
  /// same reason, a node with the role `held` is no member if it represents several objects.
  ///
  /// If there are nodes with the roles `held` and `behind`, but none with the role `cycle`, no node
  /// may be a member: the cycles of the objects behind the held ones are separate findings, or
  /// belong to a library.
  func possibleMembers() -> [Bool] {
    let roles = Set(nodes.map(\.role))
    let isMarked = roles.contains(.cycle) || roles.isSuperset(of: [.held, .behind])
    return nodes.map { node in
      isMarked ? node.role == .cycle : node.role != .held || node.count == 1
    }
  }

  /// Returns for each node whether it represents objects of another leak.
  ///
  /// If any node has the role `cycle`, these are the nodes with the role `context`; otherwise there
  /// are none.
  func nodesOfOtherLeaks() -> [Bool] {
    let isMarked = nodes.contains { $0.role == .cycle }
    return nodes.map { isMarked && $0.role == .context }
  }

  /// Returns the indices of the strong references between two members of the same cycle.
  package func cycleReferences() -> [Int] {
    let cycles = RetainCycles(of: strongRows())
    let componentOf = cycles.components.componentOf
    let isPossible = possibleMembers()
    return references.indices.filter {
      let reference = references[$0]
      return reference.strength == .strong && cycles.isMember(reference.from)
        && isPossible[reference.from] && isPossible[reference.to]
        && componentOf[reference.from] == componentOf[reference.to]
    }
  }

  /// Returns the members of each cycle, as indices of ``nodes``.
  package func cycleMemberLists() -> [[Int]] {
    let isPossible = possibleMembers()
    return RetainCycles(of: strongRows()).memberLists().filter { members in
      members.allSatisfy { isPossible[$0] }
    }
  }

  /// Returns the smallest set of references whose removal leaves no cycle. Among sets of equal
  /// size, one in the program's own code is preferred.
  ///
  /// - Parameter removed: Indices of references that are already removed.
  package func breakSet(
    origins: CodeOrigins = CodeOrigins(), besides removed: Set<Int> = []
  ) -> (references: [Int], isProvenSmallest: Bool) {
    let candidates = cycleReferences().filter { !removed.contains($0) }
    let set = BreakSet(
      nodeCount: nodes.count,
      references: candidates.map {
        BreakSet.Reference(
          references[$0].from, references[$0].to, cost: origins.cost(of: references[$0], in: self))
      })
    return (set.references.map { candidates[$0] }, set.isProvenSmallest)
  }

  /// Returns the references that a maintainer would change: the best set whose removal releases all
  /// objects. Empty if no object or closure of the program is in a cycle.
  ///
  /// If the program has to resume a continuation, the references to the continuation come first.
  /// The references to change for the remaining cycles follow.
  package func advisedBreaks(origins: CodeOrigins = CodeOrigins()) -> [Int] {
    let isProgramInCycle = cycleReferences().contains {
      origins.isProgram(nodes[references[$0].from])
    }
    guard isProgramInCycle else { return [] }
    let awaited = cycleReferences().filter {
      keepsContinuation(references[$0]) && origins.isProgram(nodes[references[$0].from])
    }
    guard awaited.isEmpty else { return awaited + breaksAfterTasks(origins: origins) }
    return breakCandidates(origins: origins, limit: 8).first { $0.isSufficient }?.references ?? []
  }

  /// Returns the references to change for the cycles that contain no task and no continuation. All
  /// other cycles end when the program resumes the continuations: each task then ends and releases
  /// the objects that it retains.
  private func breaksAfterTasks(origins: CodeOrigins) -> [Int] {
    let kept = references.indices.filter {
      let (source, target) = (nodes[references[$0].from], nodes[references[$0].to])
      return ![source, target].contains { $0.kind == .task || Finding.isContinuation($0) }
    }
    let rest = ObjectGraph(nodes: nodes, references: kept.map { references[$0] })
    return rest.advisedBreaks(origins: origins).map { kept[$0] }
  }
}
