package import OwnershipGraph

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

  /// The references that a maintainer would change: the best sufficient break, where an
  /// object or a closure of the program is in a cycle; else none.
  package func advisedBreaks(preferring host: HostPreference = HostPreference()) -> [Int] {
    let isProgramInCycle = cycleReferences().contains {
      host.isProgram(nodes[references[$0].from])
    }
    guard isProgramInCycle else { return [] }
    return breakCandidates(preferring: host, limit: 8).first { $0.isSufficient }?.references ?? []
  }
}
