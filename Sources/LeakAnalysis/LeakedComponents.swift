import HeapWalking
import OwnershipGraph

/// The cycles of a heap that reference counts prove to be leaked, each with the objects that it
/// keeps alive.
struct LeakedComponents {
  struct Component {
    /// The objects that retain each other.
    var members: [HeapNode]
    /// The leaked objects that are in no cycle and that the members reach. Objects that are listed
    /// with an earlier component are omitted.
    var behind: [HeapNode]
    /// Other leaked objects that refer to this component. If such an object is storage or a closure
    /// context, its owners are included.
    var holders: [HeapNode] = []
    /// The number of components that this one represents, including itself.
    var count: Int
  }

  private(set) var components: [Component] = []

  /// - Parameters:
  ///   - alive: The objects that are in use, although they are retained only by cycles.
  ///   - limit: The maximum number of components that are listed individually. Further components
  ///     are grouped by types and allocation sites. One component of each group is listed, and its
  ///     `count` is the number of components in the group.
  ///   - site: A closure that returns the number of an object's allocation stack; `nil` if the
  ///     stack was not recorded. Stacks are numbered in the order of their first recording.
  ///   - isOwn: A predicate for the objects of interest. A component without an object of interest
  ///     is omitted.
  ///   - isPart: A predicate for storage and closure contexts, which are parts of their owner.
  init(
    heap: HeapSnapshot, accounting: HeapAccounting, alive: Set<HeapNode> = [], limit: Int,
    isOwn: (Address) -> Bool, site: (HeapNode) -> Int? = { _ in nil }, isPart: (HeapNode) -> Bool
  ) {
    let cycles = accounting.leakedCycles.filter { !alive.contains($0[0]) }
    components = Self.listed(
      cycles.inOrderOfAllocation(upTo: limit, of: \.self, site: site), heap, accounting, alive,
      limit: limit, isOwn: isOwn, site: site)
    let holders = LeakHolders(
      of: components.map { $0.members + $0.behind },
      among: heap.nodes.lazy.filter { accounting.isLeaked($0) && !alive.contains($0) }, in: heap,
      isPart: isPart)
    for index in components.indices { components[index].holders = holders[index] }
  }

  /// The maximum number of groups that are distinguished by allocation sites as well as by types.
  /// Further components are grouped by types alone.
  private static let maxSites = 200

  /// The types and allocation sites that the components of a group share.
  private struct Group: Hashable {
    var types: Set<UInt> = []
    var sites: Set<Int> = []
  }

  private static func listed(
    _ cycles: [[HeapNode]], _ heap: HeapSnapshot, _ accounting: HeapAccounting,
    _ alive: Set<HeapNode>, limit: Int, isOwn: (Address) -> Bool, site: (HeapNode) -> Int?
  ) -> [Component] {
    var listed: [Component] = []
    var isTaken = [Bool](repeating: false, count: heap.addresses.count)
    for node in alive { isTaken[node.index] = true }
    var indexOf: [Group: Int] = [:]
    for members in cycles {
      let isGrouped = listed.count >= limit
      var group = Group()
      if isGrouped { group.types = Set(members.map { Address(heap.address(of: $0)).metadataWord }) }
      if isGrouped, listed.count < limit + maxSites { group.sites = Set(members.compactMap(site)) }
      if isGrouped, let index = indexOf[group] {
        listed[index].count += 1
        continue
      }
      let behind = behind(members, heap, accounting, &isTaken)
      let addresses = (members + behind).map { Address(heap.address(of: $0)) }
      guard addresses.contains(where: isOwn) else { continue }
      if isGrouped { indexOf[group] = listed.count }
      listed.append(Component(members: members, behind: behind, count: 1))
    }
    return listed
  }

  /// Returns the leaked nodes that are in no cycle and that the members reach without passing
  /// through another cycle. Nodes that are marked in `isTaken` are omitted, and the returned nodes
  /// are marked.
  static func behind(
    _ members: [HeapNode], _ heap: HeapSnapshot, _ accounting: HeapAccounting,
    _ isTaken: inout [Bool]
  ) -> [HeapNode] {
    var found: [HeapNode] = []
    var open = members
    while let node = open.popLast() {
      for target in heap.targets(of: node) {
        guard !isTaken[target.index], accounting.retention(of: target) == .behindCycle else {
          continue
        }
        isTaken[target.index] = true
        found.append(target)
        open.append(target)
      }
    }
    return found.sorted()
  }
}
