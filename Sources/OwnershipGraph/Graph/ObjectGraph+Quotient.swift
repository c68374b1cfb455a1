extension ObjectGraph {
  /// The graph with all objects of one type and role as one node: `Node ×100000`.
  ///
  /// A ring of a hundred thousand objects says no more than that its type refers to
  /// itself. References are merged by type and label, so the fingerprint of a cycle,
  /// which hashes exactly those, stays what it was.
  ///
  /// - Complexity: O(*n* + *e*).
  package func mergedByType() -> ObjectGraph {
    struct Key: Hashable {
      var type: String
      var role: Role
    }
    var merged = ObjectGraph()
    var places: [Key: Int] = [:]
    var counts: [Int] = []
    var allocations: [[[StackFrame]: Int]] = []
    let placeOf = nodes.map { node -> Int in
      let key = Key(type: node.qualifiedType, role: node.role)
      if let place = places[key] {
        merged.nodes[place].size += node.size
        counts[place] += 1
        allocations[place][node.allocation, default: 0] += 1
        return place
      }
      places[key] = merged.nodes.count
      merged.nodes.append(node)
      counts.append(1)
      allocations.append([node.allocation: 1])
      return merged.nodes.count - 1
    }
    for place in counts.indices where counts[place] > 1 {
      // Where most of them were allocated; of places alike the first by name.
      let often = allocations[place].max {
        $0.value != $1.value ? $0.value < $1.value : $1.key.lexicographicallyPrecedes($0.key)
      }
      merged.nodes[place].allocation = often?.key ?? []
      merged.nodes[place].id = "\(merged.nodes[place].type) ×\(counts[place])"
    }
    var seen = Set<Reference>()
    for reference in references {
      var copy = reference
      copy.from = placeOf[reference.from]
      copy.to = placeOf[reference.to]
      if seen.insert(copy).inserted { merged.references.append(copy) }
    }
    return merged
  }
}
