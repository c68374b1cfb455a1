import OwnershipGraph

/// A type that finds sets of references that break a finding's cycles. The sets are ordered by how
/// likely a maintainer is to make the edits.
///
/// A good set meets two conditions. First, no cycle remains, except for a library's own cycles,
/// which the library cuts when their owner is deinitialized. Second, at most one object loses its
/// last reference: the object that the program retained from outside the cycle, before the leak.
/// Any other object without a reference would be deallocated while the program still needs it.
///
/// A set consists of the references of whole edits; see ``EditSite``. For example, `weak var
/// previous` changes every node of a list.
struct BreakRanking {
  /// A reference between two nodes of a cycle. If the program has an object or closure in a cycle,
  /// other objects that retain each other count as one node.
  private struct Arc {
    var from: Int
    var to: Int
    var site: Int
  }

  private let graph: ObjectGraph
  private let origins: CodeOrigins
  private let sites: EditSites
  /// All references that belong to a cycle.
  private let cycleReferences: [Int]
  private let arcs: [Arc]
  private let rows: [[Int]]
  /// For each node, the strong references to it.
  private let referencesInto: [[Int]]
  /// For each closure's capture of a collection, the references that its edit makes weak.
  private let elementsOfCaptures: [Int: [Int]]
  /// For each node, whether it represents objects of another leak.
  private let belongsToOtherLeak: [Bool]
  /// A Boolean value indicating whether an object or closure of the program is in a cycle.
  private let hasProgram: Bool
  /// The number of graph searches that are still allowed. The initial number is lower for larger
  /// graphs.
  private var searchesLeft: Int

  init(of graph: ObjectGraph, origins: CodeOrigins) {
    self.graph = graph
    self.origins = origins
    cycleReferences = graph.cycleReferences()
    let isProgram = graph.nodes.map(origins.isProgram)
    hasProgram = cycleReferences.contains { isProgram[graph.references[$0].from] }
    let groups =
      hasProgram
      ? Self.libraryGroups(of: graph, cycleReferences, isProgram) : Array(graph.nodes.indices)
    let isCandidate = { [graph, hasProgram] (index: Int) in
      let reference = graph.references[index]
      return !hasProgram || isProgram[reference.from]
        || groups[reference.from] != groups[reference.to]
    }
    let candidates = cycleReferences.filter(isCandidate)
    sites = EditSites(of: graph, candidates: candidates, origins: origins)
    arcs = candidates.map { [sites] in
      Arc(
        from: groups[graph.references[$0].from], to: groups[graph.references[$0].to],
        site: sites.siteOf[$0] ?? 0)
    }
    var rows = [[Int]](repeating: [], count: graph.nodes.count)
    for (index, arc) in arcs.enumerated() { rows[arc.from].append(index) }
    self.rows = rows
    var into = rows.map { _ in [Int]() }
    for (index, reference) in graph.references.enumerated() where reference.strength == .strong {
      into[reference.to].append(index)
    }
    referencesInto = into
    elementsOfCaptures = graph.elementsOfCapturedCollections()
    belongsToOtherLeak = graph.nodesOfOtherLeaks()
    searchesLeft = min(2_000, max(20, 4_000_000 / (graph.nodes.count + arcs.count + 1)))
  }

  /// Returns a group number for each node. Objects that are not the program's and that retain each
  /// other are in the same group.
  private static func libraryGroups(
    of graph: ObjectGraph, _ references: [Int], _ isProgram: [Bool]
  ) -> [Int] {
    var rows = [[Int]](repeating: [], count: graph.nodes.count)
    for index in references {
      let reference = graph.references[index]
      if !isProgram[reference.from], !isProgram[reference.to] {
        rows[reference.from].append(reference.to)
      }
    }
    return StronglyConnectedComponents(of: SparseRows(rows)).componentOf.map { Int($0) }
  }

  /// Returns the candidates, best first.
  ///
  /// - Parameter limit: The maximum number of candidates.
  mutating func candidates(limit: Int) -> [BreakCandidate] {
    guard !cycleReferences.isEmpty else { return [] }
    var found = cheapest(limit: limit) + singles()
    let smallest = graph.breakSet(origins: origins).references
    found.append(candidate(smallest))
    var seen = Set<[Int]>()
    let keys = found.enumerated().map { index, candidate in
      (
        candidate.isSufficient ? 0 : 1, candidate.cost, changesHandlers(candidate) ? 0 : 1,
        allocationOrder(candidate), index
      )
    }
    let ranked = keys.indices.sorted { keys[$0] < keys[$1] }.map { found[$0] }
    let unique = ranked.filter { seen.insert($0.references).inserted }
    return Array(unique.prefix(limit))
  }

  /// Returns whether all references are captures by closures in a collection. Such closures are
  /// usually handlers, with which the captured object subscribes to the events of the collection's
  /// owner. That owner need not retain the object, so these captures precede edits of equal cost.
  private func changesHandlers(_ candidate: BreakCandidate) -> Bool {
    candidate.references.allSatisfy { index in
      let source = graph.references[index].from
      return graph.nodes[source].kind.isClosure
        && referencesInto[source].contains { graph.references[$0].isInCollection }
    }
  }

  /// Returns a number that is lower if the references refer to older objects. Between equal edits,
  /// a reference to an older object is more likely to refer back to an owner.
  private func allocationOrder(_ candidate: BreakCandidate) -> Int {
    candidate.references.reduce(0) { $0 + (graph.nodes[graph.references[$1].to].order ?? 0) }
  }

  /// Returns the candidates that consist of one edit and release at least some of the objects.
  private mutating func singles() -> [BreakCandidate] {
    var found: [BreakCandidate] = []
    let order = sites.sites.indices.sorted {
      (sites.sites[$0].role, $0) < (sites.sites[$1].role, $1)
    }
    for site in order {
      guard searchesLeft > 0 else { break }
      searchesLeft -= 1
      let single = candidate(sites.sites[site].references)
      if single.isSufficient || releasesSome(single.references) { found.append(single) }
    }
    return found
  }

  /// Returns the cheapest sets of edits that leave no cycle through the program's objects. No set
  /// contains a smaller sufficient set.
  ///
  /// This is a uniform-cost search. Each step finds a cycle that remains, and tries each edit that
  /// breaks it, because at least one of these edits is necessary. If the search limit is reached
  /// before a set is found, the result is a single set that may not be the cheapest.
  private mutating func cheapest(limit: Int) -> [BreakCandidate] {
    var open: [(cost: Int, sites: [Int])] = [(0, [])]
    var seen: Set<[Int]> = [[]]
    var found: [BreakCandidate] = []
    while searchesLeft > 0, found.count < limit,
      let cheapest = open.indices.min(by: { Self.precedes(open[$0], open[$1]) })
    {
      let next = open.remove(at: cheapest)
      searchesLeft -= 1
      guard let cycle = cycle(without: next.sites) else {
        found.append(candidate(needed(of: next.sites)))
        continue
      }
      for site in Set(cycle) {
        let sites = (next.sites + [site]).sorted()
        guard seen.insert(sites).inserted else { continue }
        open.append((next.cost + self.sites.sites[site].role.cost, sites))
      }
    }
    if found.isEmpty, let start = open.min(by: Self.precedes) {
      found.append(candidate(needed(of: completed(start.sites))))
    }
    return found
  }

  private static func precedes(
    _ left: (cost: Int, sites: [Int]), _ right: (cost: Int, sites: [Int])
  ) -> Bool {
    left.cost != right.cost
      ? left.cost < right.cost : left.sites.lexicographicallyPrecedes(right.sites)
  }

  /// Returns the edits, extended by the cheapest edit for each remaining cycle, so that no cycle
  /// remains.
  private func completed(_ sites: [Int]) -> [Int] {
    var sites = sites
    while let cycle = cycle(without: sites),
      let cheapest = cycle.min(by: {
        (self.sites.sites[$0].role.cost, $0) < (self.sites.sites[$1].role.cost, $1)
      })
    {
      sites.append(cheapest)
    }
    return sites
  }

  /// Returns the references of a minimal subset of the edits: if any one edit of the subset is
  /// omitted, a cycle remains.
  private func needed(of edits: [Int]) -> [Int] {
    var kept = edits
    for site in edits.sorted(by: { sites.sites[$0].role > sites.sites[$1].role }) {
      let others = kept.filter { $0 != site }
      if cycle(without: others) == nil { kept = others }
    }
    return kept.flatMap { sites.sites[$0].references }.sorted()
  }

  /// Returns the edit sites in a short cycle that remains if the edits in `cut` are made; `nil` if
  /// no cycle remains.
  private func cycle(without cut: [Int]) -> [Int]? {
    let isCut = Set(cut)
    let left = rows.map { $0.filter { !isCut.contains(arcs[$0].site) } }
    let cycles = RetainCycles(of: SparseRows(left.map { $0.map { arcs[$0].to } }))
    let members = cycles.memberLists()
    guard let component = members.min(by: { $0.count < $1.count }) else { return nil }
    var shortest: [Int]?
    for start in component.prefix(Self.maxStarts) {
      if let cycle = shortestCycle(from: start, in: left, shorterThan: shortest?.count ?? .max) {
        shortest = cycle
      }
    }
    return shortest?.map { arcs[$0].site }
  }

  private static let maxStarts = 16

  /// Returns the arcs of the shortest path from a node back to itself, last arc first; `nil` if no
  /// path is shorter than `limit`.
  private func shortestCycle(from start: Int, in rows: [[Int]], shorterThan limit: Int) -> [Int]? {
    var arcInto: [Int: Int] = [:]
    var frontier = [start]
    var length = 1
    while !frontier.isEmpty, length < limit {
      var next: [Int] = []
      for node in frontier {
        for arc in rows[node] {
          let target = arcs[arc].to
          if target == start {
            var path = [arc]
            while let before = arcInto[arcs[path[path.count - 1]].from] { path.append(before) }
            return path
          }
          if arcInto[target] == nil {
            arcInto[target] = arc
            next.append(target)
          }
        }
      }
      frontier = next
      length += 1
    }
    return nil
  }

  /// Returns a candidate that cuts the given references, with its effect and cost.
  private func candidate(_ references: [Int]) -> BreakCandidate {
    let cut = Set(references)
    return BreakCandidate(
      references: references.sorted(), effect: effect(of: cut),
      cost: cost(of: cut) + losses(of: cut))
  }

  private func effect(of cut: Set<Int>) -> BreakCandidate.Effect {
    var rows = [[Int]](repeating: [], count: graph.nodes.count)
    for index in cycleReferences where !cut.contains(index) {
      rows[graph.references[index].from].append(graph.references[index].to)
    }
    let left = RetainCycles(of: SparseRows(rows)).memberLists()
    if left.isEmpty { return .leavesNoCycle }
    let isInLibraries =
      hasProgram && !left.joined().contains { origins.isProgram(graph.nodes[$0]) }
    return isInLibraries ? .leavesLibraryCycles : .releasesSome
  }

  /// Returns the total cost of the edits, according to their roles. An edit changes all references
  /// of its edit site. If only some of them are cut, each costs as much as a reference that owns
  /// its target.
  ///
  /// If all references to an object are cut, and no closure captures it as `self`, a property among
  /// them owns it. A property with the role ``ReferenceRole/sharedProperty`` then costs as much as
  /// ``ReferenceRole/createdProperty``.
  private func cost(of cut: Set<Int>) -> Int {
    var numbers: [Int: Int] = [:]
    for index in cut { numbers[sites.siteOf[index] ?? -1, default: 0] += 1 }
    return numbers.reduce(0) { cost, number in
      guard sites.sites.indices.contains(number.key) else {
        return cost + number.value * ReferenceRole.dependency.cost
      }
      let site = sites.sites[number.key]
      guard site.references.count == number.value else {
        return cost + number.value * ReferenceRole.ownership.cost
      }
      let leavesOwner =
        site.role != .sharedProperty
        || !site.references.allSatisfy { losesOwner(graph.references[$0].to, in: cut) }
      return cost + (leavesOwner ? site.role : .createdProperty).cost
    }
  }

  /// Returns whether all references to an object are cut, and none of them is a capture of the
  /// object as `self`. An object that is captured as `self` usually had another owner: the program.
  private func losesOwner(_ node: Int, in cut: Set<Int>) -> Bool {
    referencesInto[node].allSatisfy { index in
      cut.contains(index) && sites.siteOf[index].map { sites.sites[$0].role } != .selfCapture
    }
  }

  /// Returns the cost of cutting the last references to objects.
  ///
  /// The following objects cost nothing:
  ///
  /// - objects whose references are cut only when the objects are no longer needed
  /// - objects that other code created, and therefore owns
  ///
  /// The others are counted if they lose their last reference. One of them is assumed to be the
  /// object that the program itself retained. It costs nothing if its class belongs to the program,
  /// unless another leak still retains the target of a property that is cut: that target is then
  /// assumed to be the object that the program retained; see ``isTargetOfProperty(_:in:)``.
  ///
  /// If closures capture several objects of one class, each of them as `self` at least once, the
  /// objects count as one: the program retained each of them in the same way.
  ///
  /// The edit of a captured collection makes the references to its elements weak, so these
  /// references count as cut.
  private func losses(of edited: Set<Int>) -> Int {
    var cut = edited
    for (capture, elements) in elementsOfCaptures where cut.remove(capture) != nil {
      cut.formUnion(elements)
    }
    let weakened = cut.filter { index in
      sites.siteOf[index].map { sites.sites[$0].role.keepsTarget } != true
    }
    let released = Set(weakened.map { graph.references[$0].to }).filter { node in
      referencesInto[node].allSatisfy { index in
        cut.contains(index) || graph.references[index].from == node || isFromOtherLeak(index)
      }
    }
    let lost = released.filter { node in
      referencesInto[node].allSatisfy { cut.contains($0) || !isFromOtherLeak($0) }
    }
    let selves = lost.filter { isSelf($0, in: cut) }
    let kinds = Set(selves.map { graph.nodes[$0].qualifiedType }).count
    let others = lost.subtracting(selves).map { node in
      origins.isProgram(graph.nodes[node]) && !graph.nodes[node].kind.isClosure ? 0 : 1
    }
    let costs = others + Array(repeating: 0, count: kinds)
    guard let entry = costs.min() else { return 0 }
    if released.subtracting(lost).contains(where: { isTargetOfProperty($0, in: cut) }) {
      return costs.count * 2 * ReferenceRole.ownership.cost
    }
    return (costs.count - 1) * 2 * ReferenceRole.ownership.cost
      + entry * ReferenceRole.ownership.cost / 2
  }

  /// Returns whether a reference is from an object of another leak.
  private func isFromOtherLeak(_ index: Int) -> Bool {
    belongsToOtherLeak[graph.references[index].from]
  }

  /// Returns whether a cut reference to an object is a property whose role is neither
  /// ``ReferenceRole/backReference`` nor ``ReferenceRole/referenceToCreator``.
  private func isTargetOfProperty(_ node: Int, in cut: Set<Int>) -> Bool {
    referencesInto[node].contains { index in
      guard cut.contains(index), let site = sites.siteOf[index] else { return false }
      return sites.sites[site].role > .referenceToCreator
        && !graph.nodes[graph.references[index].from].kind.isClosure
    }
  }

  /// Returns whether all cut references to an object are captures by closures, at least one of
  /// which captures it as `self`.
  private func isSelf(_ node: Int, in cut: Set<Int>) -> Bool {
    let captures = referencesInto[node].filter(cut.contains)
    return captures.allSatisfy { graph.nodes[graph.references[$0].from].kind.isClosure }
      && captures.contains { index in
        sites.siteOf[index].map { sites.sites[$0].role } == .selfCapture
      }
  }

  /// Returns whether cutting the references releases at least one member of a cycle. An object is
  /// released if no remaining cycle contains or retains it.
  private func releasesSome(_ references: [Int]) -> Bool {
    let cut = Set(references)
    var rows = [[Int]](repeating: [], count: graph.nodes.count)
    for (index, reference) in graph.references.enumerated()
    where reference.strength == .strong && !cut.contains(index) {
      rows[reference.from].append(reference.to)
    }
    let left = SparseRows(rows)
    let cycles = RetainCycles(of: left)
    var kept = Reachability(nodeCount: graph.nodes.count)
    let isPossible = graph.possibleMembers()
    kept.spread(
      from: graph.nodes.indices.filter { cycles.isMember($0) && isPossible[$0] }, in: left)
    return cycleReferences.contains { !kept.isReached[graph.references[$0].from] }
  }
}
