import HeapWalking

/// A type that orders the objects of a description. The order is the same in every run of a program
/// that allocates the same objects.
struct ObjectOrder {
  /// The maximum number of objects for which references are compared.
  private static let maxCompared = 500

  let heap: HeapSnapshot
  let walker: HeapWalker

  /// The properties by which objects are ordered. `type` is the position of the object's type in
  /// the order of types.
  private typealias Key = (type: Int32, order: Int, count: UInt32, size: Int)

  /// Returns addresses ordered by type. Types are ordered by their first allocation, and objects of
  /// one type by the order of allocation.
  ///
  /// Objects with the same allocation stack are ordered by retain count, then by size, then by the
  /// references among all objects. Objects that are still equal are ordered by address, which
  /// differs from run to run. If there are very many objects, references are not compared.
  ///
  /// - Parameter possible: References among the objects from untyped memory.
  /// - Complexity: O(*n* log *n*). If references have to be compared, all objects are also read.
  func ordered(_ addresses: [UInt], _ possible: [PossibleReference] = []) -> [UInt] {
    let addresses = addresses.sorted()
    let keys = keys(of: addresses)
    let sorted = addresses.indices.sorted { keys[$0] < keys[$1] }
    guard sorted.count <= Self.maxCompared else { return sorted.map { addresses[$0] } }
    var ranks = [Int](repeating: 0, count: sorted.count)
    for index in sorted.indices.dropFirst() {
      let (previous, current) = (sorted[index - 1], sorted[index])
      ranks[current] = keys[previous] < keys[current] ? index : ranks[previous]
    }
    guard Set(ranks).count < ranks.count else { return sorted.map { addresses[$0] } }
    let order = ReferenceOrder(ranks: ranks, targets: links(among: addresses, possible))
    return addresses.indices.sorted { order.ranks[$0] < order.ranks[$1] }.map { addresses[$0] }
  }

  private func keys(of addresses: [UInt]) -> [Key] {
    let orders = addresses.map { walker.allocationOrder(of: $0) ?? .max }
    let ranks = typeRanks(of: addresses, orders)
    return zip(addresses, orders).map { address, order in
      let count = heap.node(at: address).map(heap.strongCount)
      let type = ranks[Address(address).metadataWord] ?? 0
      return (type, order, count ?? 0, walker.size(of: address))
    }
  }

  /// Returns the position of each type in the order of types: by the first allocation, then by
  /// name.
  private func typeRanks(of addresses: [UInt], _ orders: [Int]) -> [UInt: Int32] {
    var firsts: [UInt: (order: Int, object: UInt)] = [:]
    for (address, order) in zip(addresses, orders) {
      let type = Address(address).metadataWord
      if let known = firsts[type], known.order <= order { continue }
      firsts[type] = (order, address)
    }
    let sorted = firsts.map { type, first in
      (order: first.order, name: walker.className(of: Address(first.object)), type: type)
    }.sorted { ($0.order, $0.name, $0.type) < ($1.order, $1.name, $1.type) }
    return Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1.type, Int32($0)) })
  }

  /// Returns, for each object, its references to the other objects. Fields are numbered in the
  /// order of their labels.
  private func links(
    among addresses: [UInt], _ possible: [PossibleReference]
  ) -> [[ReferenceOrder.Link]] {
    let indexOf = Dictionary(uniqueKeysWithValues: addresses.enumerated().map { ($1, $0) })
    let found = addresses.map { fields(of: $0) { indexOf[$0] } }
    let labels = Set(found.joined().map { $0.label }).sorted()
    let numberOf = Dictionary(uniqueKeysWithValues: labels.enumerated().map { ($1, $0) })
    var links = found.map { fields in
      fields.map { field in
        let label = numberOf[field.label] ?? 0
        return ReferenceOrder.Link(
          field: field.element * labels.count + label, object: field.object)
      }
    }
    for reference in possible {
      guard let from = indexOf[heap.address(of: reference.from)],
        let to = indexOf[heap.address(of: reference.to)]
      else { continue }
      links[from].append(ReferenceOrder.Link(field: reference.isInBlock ? -2 : -1, object: to))
    }
    return links
  }

  /// Returns an object's typed references. References to a target for which `index` returns `nil`
  /// are omitted. `element` numbers the references that have equal labels. It is always 0 for the
  /// references of a hashed collection, whose order differs from run to run.
  private func fields(
    of object: UInt, index: (UInt) -> Int?
  ) -> [(label: String, element: Int, object: Int)] {
    let reading = walker.reading(of: Address(object))
    let isHashed = reading.kind == .dictionary || reading.kind == .set
    var counts: [String: Int] = [:]
    return reading.references.compactMap { reference in
      guard reference.evidence == .typed else { return nil }
      let element = isHashed ? 0 : counts[reference.label, default: 0]
      counts[reference.label] = element + 1
      return index(reference.target).map { (reference.label, element, $0) }
    }
  }
}
