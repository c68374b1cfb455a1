extension ObjectGraph {
  /// The strong references as sparse rows, in the order of ``references``.
  ///
  /// - Complexity: O(*n* + *e*).
  package func strongRows() -> SparseRows {
    var rows = [[Int]](repeating: [], count: nodes.count)
    for reference in references where reference.strength == .strong {
      rows[reference.from].append(reference.to)
    }
    return SparseRows(rows)
  }

  /// Indices of the strong references between members of one cycle.
  package func cycleReferences() -> [Int] {
    let cycles = RetainCycles(of: strongRows())
    let componentOf = cycles.components.componentOf
    return references.indices.filter {
      let reference = references[$0]
      return reference.strength == .strong && cycles.isMember(reference.from)
        && componentOf[reference.from] == componentOf[reference.to]
    }
  }

  /// The fewest references that leave no cycle, the host's own among equals.
  package func breakSet(preferring host: HostPreference = HostPreference()) -> (
    references: [Int], isProvenSmallest: Bool
  ) {
    let candidates = cycleReferences()
    let set = BreakSet(
      nodeCount: nodes.count,
      references: candidates.map {
        BreakSet.Reference(
          references[$0].from, references[$0].to, cost: host.cost(of: references[$0], in: self))
      })
    return (set.references.map { candidates[$0] }, set.isProvenSmallest)
  }

  /// The fewest references of the host's code that leave no cycle through the host.
  ///
  /// Cycles among a library's own objects are left out: a library that is built
  /// to cut them does so when its owner lets go. Empty where the host is in no cycle.
  package func hostBreakSet(preferring host: HostPreference = HostPreference()) -> [Int] {
    let isHost = nodes.map(host.isHost)
    let candidates = cycleReferences()
    // Library objects that hold each other count as one, so that only the host's
    // references are left to cut between them.
    var libraryRows = [[Int]](repeating: [], count: nodes.count)
    for index in candidates where !isHost[references[index].from] && !isHost[references[index].to] {
      libraryRows[references[index].from].append(references[index].to)
    }
    let groupOf = StronglyConnectedComponents(of: SparseRows(libraryRows)).componentOf
    let between = candidates.filter {
      groupOf[references[$0].from] != groupOf[references[$0].to]
        || isHost[references[$0].from]
    }
    let set = BreakSet(
      nodeCount: nodes.count,
      references: between.map {
        BreakSet.Reference(
          Int(groupOf[references[$0].from]), Int(groupOf[references[$0].to]),
          cost: host.cost(of: references[$0], in: self))
      })
    let chosen = set.references.map { between[$0] }
    return chosen.allSatisfy { isHost[references[$0].from] } ? chosen : []
  }
}
