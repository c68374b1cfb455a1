import HeapWalking
import OwnershipGraph

/// The proven leaked cycles of a heap, each with the objects that only it keeps alive.
struct LeakedComponents {
  struct Component {
    /// The objects that retain each other.
    var members: [HeapNode]
    /// The objects reachable from the members that only leaked objects retain.
    var behind: [HeapNode]
    /// Objects of other leaked components that refer to these, and the owners of storage among
    /// those.
    var holders: [HeapNode] = []
    /// The number of components that consist of the same types from the same allocation sites,
    /// including this one.
    var count: Int
  }

  private(set) var components: [Component] = []

  /// - Parameters:
  ///   - limit: The maximum number of components that are listed one by one. Of the others, one of
  ///     each set of types and of allocation sites is listed, with their number.
  ///   - site: The number of the calls that allocated an object; `nil` if not recorded.
  ///   - isOwn: A predicate for the objects of interest; a component without one is omitted.
  ///   - isPart: A predicate for storage and closure contexts, which are shown with their owner.
  init(
    heap: HeapSnapshot, accounting: HeapAccounting, limit: Int, isOwn: (Address) -> Bool,
    site: (HeapNode) -> Int? = { _ in nil }, isPart: (HeapNode) -> Bool
  ) {
    components = Self.listed(heap, accounting, limit: limit, isOwn: isOwn, site: site)
    for (index, holders) in Self.holders(of: components, heap, accounting, isPart: isPart) {
      components[index].holders = holders.sorted()
    }
  }

  /// The maximum number of components above the limit that are listed for their allocation sites.
  private static let maxSites = 200

  /// The components that are listed once.
  private struct Group: Hashable {
    var types: Set<UInt> = []
    var sites: Set<Int> = []
  }

  private static func listed(
    _ heap: HeapSnapshot, _ accounting: HeapAccounting, limit: Int,
    isOwn: (Address) -> Bool, site: (HeapNode) -> Int?
  ) -> [Component] {
    var listed: [Component] = []
    var isTaken = [Bool](repeating: false, count: heap.addresses.count)
    var indexOf: [Group: Int] = [:]
    for members in inOrder(accounting.leakedCycles, limit: limit, site: site) {
      let isGrouped = listed.count >= limit
      var group = Group()
      if isGrouped { group.types = Set(members.map { Address(heap.address(of: $0)).metadataWord }) }
      if isGrouped, listed.count < limit + maxSites { group.sites = Set(members.compactMap(site)) }
      if isGrouped, let index = indexOf[group] {
        listed[index].count += 1
        continue
      }
      let behind = behind(members, heap, accounting, &isTaken)
      guard (members + behind).contains(where: { isOwn(Address(heap.address(of: $0))) }) else {
        continue
      }
      if isGrouped { indexOf[group] = listed.count }
      listed.append(Component(members: members, behind: behind, count: 1))
    }
    return listed
  }

  /// Returns cycles in the order of their allocation, because an object behind several cycles is
  /// listed with the first, and the order of addresses differs from run to run. Above the limit,
  /// cycles are grouped and their order is kept.
  private static func inOrder(
    _ cycles: [[HeapNode]], limit: Int, site: (HeapNode) -> Int?
  ) -> [[HeapNode]] {
    guard cycles.count > 1, cycles.count <= limit else { return cycles }
    let keys = cycles.map { members in
      let sites = members.compactMap(site)
      return (sites.min() ?? .max, sites.max() ?? .max, members.count)
    }
    return cycles.indices.sorted { keys[$0] < keys[$1] }.map { cycles[$0] }
  }

  /// The maximum number of holders of a component.
  private static let maxHolders = 20

  /// The maximum number of storage objects and contexts between an object and one that it retains.
  private static let maxParts = 4

  /// Returns for each component, by its index, the leaked objects outside it that retain one of its
  /// members.
  ///
  /// - Complexity: O(*n* + references out of leaked nodes).
  private static func holders(
    of components: [Component], _ heap: HeapSnapshot, _ accounting: HeapAccounting,
    isPart: (HeapNode) -> Bool
  ) -> [Int: Set<HeapNode>] {
    // The index of each object's component; -1 for none.
    var indexOf = [Int32](repeating: -1, count: heap.addresses.count)
    for (index, component) in components.enumerated() {
      for node in component.members + component.behind { indexOf[node.index] = Int32(index) }
    }
    var holders = owners(heap, accounting) { node, target in
      let index = indexOf[target.index]
      return index < 0 || index == indexOf[node.index] ? nil : Int(index)
    }
    var parts = holders.mapValues { $0.filter(isPart) }
    for _ in 0..<maxParts where parts.values.contains(where: { !$0.isEmpty }) {
      var indexOfPart: [HeapNode: Int] = [:]
      for (index, nodes) in parts { for node in nodes { indexOfPart[node] = index } }
      parts = owners(heap, accounting) { indexOfPart[$1] }
      for (index, nodes) in parts { holders[index]?.formUnion(nodes) }
      parts = parts.mapValues { $0.filter(isPart) }
    }
    return holders
  }

  /// Returns the leaked nodes with a reference to a component, by the component's index, which
  /// `component` returns for a reference.
  private static func owners(
    _ heap: HeapSnapshot, _ accounting: HeapAccounting,
    component: (_ node: HeapNode, _ target: HeapNode) -> Int?
  ) -> [Int: Set<HeapNode>] {
    var found: [Int: Set<HeapNode>] = [:]
    for node in heap.nodes where accounting.isLeaked(node) {
      for target in heap.targets(of: node) {
        guard let index = component(node, target),
          found[index, default: []].count < maxHolders
        else { continue }
        found[index, default: []].insert(node)
      }
    }
    return found
  }

  /// Returns the nodes outside cycles that the members reach and that no earlier call returned.
  static func behind(
    _ members: [HeapNode], _ heap: HeapSnapshot, _ accounting: HeapAccounting,
    _ isTaken: inout [Bool]
  ) -> [HeapNode] {
    var found: [HeapNode] = []
    var open = members
    while let node = open.popLast() {
      for target in heap.targets(of: node) {
        guard !isTaken[target.index], accounting.standing(of: target) == .behindCycle else {
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
