import HeapWalking
import OwnershipGraph

/// The leaked cycles of a heap, each with what hangs from it.
struct LeakedComponents {
  struct Component {
    /// Nodes of the heap that hold each other.
    var members: [Int]
    /// Nodes that only leaked objects hold, reached from the members.
    var behind: [Int]
    /// Components that consist of the same types, this one included.
    var count: Int
  }

  private(set) var components: [Component] = []

  /// - Parameter most: Components that are kept apart; of the rest only one of each set
  ///   of types is kept, with their number.
  /// - Parameter isOwn: Only components with such an object are kept.
  init(
    heap: HeapSnapshot, accounting: OwnershipAccounting, most: Int, isOwn: (Address) -> Bool
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
  }

  /// What the members lead to and no cycle before them did.
  private static func behind(
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
