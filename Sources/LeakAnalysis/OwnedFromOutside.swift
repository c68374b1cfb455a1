import HeapWalking
import OwnershipGraph

/// The objects that reference counts call alive, sorted by what a scan of roots says.
struct OwnedFromOutside {
  /// Objects that hang together.
  struct Group {
    /// Those with an owner that is not found.
    var entries: [Int] = []
    /// All of them, up to a number that a person can look at.
    var nodes: [Int] = []
    /// There are more.
    var isCut = false
    /// Groups that consist of the same types, this one included.
    var count = 1
    fileprivate let heap: HeapSnapshot

    fileprivate init(heap: HeapSnapshot) { self.heap = heap }

    func hasOwn(_ isOwn: (Address) -> Bool) -> Bool {
      (entries + nodes).contains { isOwn(Address(heap.addresses[$0])) }
    }
  }

  private static let mostShown = 500

  private let heap: HeapSnapshot
  private let accounting: OwnershipAccounting
  private let isLibrarys: (Int) -> Bool
  /// Nodes that are in a finding already.
  private var settled: Set<Int> = []

  /// - Parameter isLibrarys: Whether a node is an object of the language's libraries.
  init(
    heap: HeapSnapshot, accounting: OwnershipAccounting, isLibrarys: @escaping (Int) -> Bool
  ) {
    self.heap = heap
    self.accounting = accounting
    self.isLibrarys = isLibrarys
  }

  private func address(_ node: Int) -> Address { Address(heap.addresses[node]) }

  private func isUnreached(_ node: Int, _ roots: RootScan) -> Bool {
    accounting.standings[node] == .unexplained && !settled.contains(node)
      && roots.knows(address(node))
      && !roots.reaches(address(node))
  }

  /// What only the keepers of a kind lead to, and those before them did not.
  ///
  /// - Complexity: O(*n* + *e*), beside the scan.
  func groupsReached(byOpening keeper: RuntimeKeeper, in roots: inout RootScan) -> [Group] {
    let before = heap.addresses.indices.filter { isUnreached($0, roots) }
    guard !before.isEmpty, roots.open(keeper) else { return [] }
    return groups(of: before.filter { !isUnreached($0, roots) })
  }

  /// What circles hold, and nothing else, if memory without a type is taken for what it looks
  /// like: in groups of objects that hang together.
  ///
  /// - Parameter onlyOfBlocks: Of such memory only what C blocks have captured: they own it,
  ///   and a word on a stack that was not searched is no owner beside them.
  /// - Complexity: that of ``RootScan/looseReferences(among:onlyOfBlocks:)``.
  mutating func looseCycles(_ roots: RootScan, onlyOfBlocks: Bool) -> [Group] {
    var found: [Group] = []
    for var group in overRetained(roots, alike: false) where !group.isCut {
      let closed = closed(group.nodes, roots, onlyOfBlocks: onlyOfBlocks)
      guard !closed.isEmpty else { continue }
      settled.formUnion(closed)
      group.nodes.removeAll { !closed.contains($0) }
      group.entries.removeAll { !closed.contains($0) }
      found.append(group)
    }
    return found
  }

  /// What leaked cycles lead to, through whatever memory, leaks with them.
  func reachGarbage(in roots: inout RootScan) {
    roots.reach(
      through: heap.addresses.indices.filter {
        let standing = accounting.standings[$0]
        return standing == .inCycle || standing == .behindCycle || settled.contains($0)
      }.map(address))
  }

  /// Those of some nodes that circles hold, and nothing else; none where there is no circle.
  private func closed(_ nodes: [Int], _ roots: RootScan, onlyOfBlocks: Bool) -> Set<Int> {
    var places: [UInt: Int] = [:]
    for (place, node) in nodes.enumerated() { places[heap.addresses[node]] = place }
    var rows = [[Int]](repeating: [], count: nodes.count)
    for (place, node) in nodes.enumerated() {
      rows[place] = heap.references[node].compactMap { places[heap.addresses[Int($0)]] }
    }
    for (from, to) in roots.looseReferences(
      among: nodes.map(address), onlyOfBlocks: onlyOfBlocks)
    {
      guard let from = places[from.bits], let to = places[to.bits], !rows[from].contains(to)
      else { continue }
      // An object of a library whose own memory leads back to it is made like that: no owner.
      if from == to, isLibrarys(nodes[from]) { continue }
      rows[from].append(to)
    }
    let accounting = OwnershipAccounting(
      of: SparseRows(rows), strongCounts: nodes.map { heap.strongCounts[$0] }, roots: [])
    guard accounting.standings.contains(.inCycle) else { return [] }
    return Set(
      nodes.indices.lazy
        .filter { [.inCycle, .behindCycle].contains(accounting.standings[$0]) }
        .map { nodes[$0] })
  }

  /// What nothing leads to: groups by the object whose retains are not explained.
  ///
  /// - Parameter alike: Of groups of the same types only one is wanted.
  func overRetained(_ roots: RootScan, alike: Bool = true) -> [Group] {
    let unreached = heap.addresses.indices.filter { isUnreached($0, roots) }
    return groups(of: unreached, alike: alike)
  }

  /// The parts of a set of nodes that references connect, one of each set of types.
  private func groups(of nodes: [Int], alike: Bool = true) -> [Group] {
    var parents: [Int: Int] = [:]
    for node in nodes { parents[node] = node }
    func root(_ node: Int) -> Int {
      var node = node
      while let parent = parents[node], parent != node {
        parents[node] = parents[parent]
        node = parent
      }
      return node
    }
    for node in nodes {
      for target in heap.references[node] where parents[Int(target)] != nil {
        parents[root(node)] = root(Int(target))
      }
    }
    var order: [Int] = []
    var members: [Int: [Int]] = [:]
    for node in nodes {
      let part = root(node)
      if members[part] == nil { order.append(part) }
      members[part, default: []].append(node)
    }
    return grouped(order.map { members[$0] ?? [] }, alike: alike)
  }

  private func grouped(_ parts: [[Int]], alike: Bool) -> [Group] {
    var groups: [Group] = []
    var places: [[UInt]: Int] = [:]
    for part in parts {
      let types = Set(part.map { address($0).metadataWord }).sorted()
      if alike, let place = places[types] {
        groups[place].count += 1
        continue
      }
      places[types] = groups.count
      var group = Group(heap: heap)
      group.entries = Array(
        part.lazy.filter { accounting.unexplainedOwners[$0] > 0 }.prefix(Self.mostShown))
      group.nodes = Array(part.prefix(Self.mostShown))
      group.isCut = part.count > Self.mostShown
      groups.append(group)
    }
    return groups
  }
}
