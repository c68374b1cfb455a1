import HeapWalking
import OwnershipGraph

/// The cycles of a heap that are proven to be leaked, each with what only they keep alive.
struct LeakedComponents {
  struct Component {
    /// Nodes of the heap that hold each other.
    var members: [Int]
    /// Nodes that only leaked objects hold, reached from the members.
    var behind: [Int]
    /// Nodes of other leaked components that refer to these, and those that the storage
    /// among them belongs to.
    var holders: [Int] = []
    /// Components that consist of the same types, this one included.
    var count: Int
  }

  private(set) var components: [Component] = []

  /// - Parameter most: Components that are kept apart; of the rest only one of each set
  ///   of types is kept, with their number.
  /// - Parameter isOwn: Only components with such an object are kept.
  /// - Parameter isPart: The node is storage or a closure's context, which only its owner
  ///   gives a name to.
  init(
    heap: HeapSnapshot, accounting: OwnershipAccounting, most: Int, isOwn: (Address) -> Bool,
    isPart: (Int) -> Bool
  ) {
    func hasOwn(_ nodes: [Int]) -> Bool {
      nodes.contains { isOwn(Address(heap.addresses[$0])) }
    }
    var isTaken = [Bool](repeating: false, count: heap.addresses.count)
    var places: [Set<UInt>: Int] = [:]
    for members in accounting.cycles.memberLists() {
      guard accounting.standings[members[0]] == .inCycle else { continue }
      if components.count >= most {
        let types = Set(members.map { Address(heap.addresses[$0]).metadataWord })
        if let place = places[types] {
          components[place].count += 1
          continue
        }
        places[types] = components.count
      }
      let behind = Self.behind(members, heap, accounting, &isTaken)
      guard hasOwn(members) || hasOwn(behind) else { continue }
      components.append(Component(members: members, behind: behind, count: 1))
    }
    for (place, holders) in Self.holders(of: components, heap, accounting, isPart: isPart) {
      components[place].holders = holders.sorted()
    }
  }

  /// Holders shown of one component.
  private static let mostHolders = 20

  /// Storage and contexts on the way from an object to what it holds.
  private static let mostParts = 4

  /// - Complexity: O(*n* + references out of leaked nodes).
  private static func holders(
    of components: [Component], _ heap: HeapSnapshot, _ accounting: OwnershipAccounting,
    isPart: (Int) -> Bool
  ) -> [Int: Set<Int>] {
    // The component of each node, -1 for none.
    var places = [Int32](repeating: -1, count: heap.addresses.count)
    for (place, component) in components.enumerated() {
      for node in component.members + component.behind { places[node] = Int32(place) }
    }
    var holders = owners(heap, accounting) { node, target in
      let place = places[target]
      return place < 0 || place == places[node] ? nil : Int(place)
    }
    var parts = holders.mapValues { $0.filter(isPart) }
    for _ in 0..<mostParts where parts.values.contains(where: { !$0.isEmpty }) {
      var placesOfParts: [Int: Int] = [:]
      for (place, nodes) in parts { for node in nodes { placesOfParts[node] = place } }
      parts = owners(heap, accounting) { placesOfParts[$1] }
      for (place, nodes) in parts { holders[place]?.formUnion(nodes) }
      parts = parts.mapValues { $0.filter(isPart) }
    }
    return holders
  }

  /// The leaked nodes with a reference that `place` has a place for, by place.
  private static func owners(
    _ heap: HeapSnapshot, _ accounting: OwnershipAccounting,
    place: (_ node: Int, _ target: Int) -> Int?
  ) -> [Int: Set<Int>] {
    var found: [Int: Set<Int>] = [:]
    for node in accounting.standings.indices where accounting.isLeaked(node) {
      for target in heap.references[node] {
        guard let place = place(node, Int(target)), found[place, default: []].count < mostHolders
        else { continue }
        found[place, default: []].insert(node)
      }
    }
    return found
  }

  /// What the members lead to and no cycle before them did; cycles of their own are passed
  /// by.
  static func behind(
    _ members: [Int], _ heap: HeapSnapshot, _ accounting: OwnershipAccounting,
    _ isTaken: inout [Bool]
  ) -> [Int] {
    var found: [Int] = []
    var open = members
    while let node = open.popLast() {
      for target in heap.references[node] {
        let target = Int(target)
        guard !isTaken[target], accounting.standings[target] == .behindCycle else { continue }
        isTaken[target] = true
        found.append(target)
        open.append(target)
      }
    }
    return found.sorted()
  }
}

extension OwnershipAccounting {
  /// Only the graph holds the object: it is in a leaked cycle or behind one.
  func isLeaked(_ node: Int) -> Bool {
    standings[node] == .inCycle || standings[node] == .behindCycle
  }
}
