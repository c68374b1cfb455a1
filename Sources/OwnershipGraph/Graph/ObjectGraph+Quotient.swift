extension ObjectGraph {
  /// Returns a graph in which one node represents all objects with the same type and role. The node
  /// stores the number of these objects.
  ///
  /// In a cycle of a hundred thousand objects, only the references between types matter. References
  /// between the same two nodes are merged if they are equal in their label and all other
  /// properties. A merged node of several tasks keeps their suspended code only if it is the same
  /// in all of them, so merging may change the fingerprint of a cycle with tasks.
  ///
  /// - Returns: The merged graph and, for each reference of this graph, the index of the merged
  ///   reference that represents it.
  /// - Complexity: O(*n* + *e*).
  package func mergedByType() -> (graph: ObjectGraph, referenceOf: [Int]) {
    struct Key: Hashable {
      var type: String
      var role: Role
    }
    var merged = ObjectGraph()
    var positions: [Key: Int] = [:]
    var allocations: [[[StackFrame]: Int]] = []
    /// The number of this graph's nodes that are merged into each node of the result.
    var mergedCounts: [Int] = []
    let positionOf = nodes.map { node -> Int in
      let key = Key(type: node.qualifiedType, role: node.role)
      if let position = positions[key] {
        merged.nodes[position].size += node.size
        merged.nodes[position].count += node.count
        mergedCounts[position] += 1
        allocations[position][node.allocation, default: 0] += node.count
        if merged.nodes[position].suspended != node.suspended {
          merged.nodes[position].suspended = nil
        }
        merged.nodes[position].wait = merged.nodes[position].wait ?? node.wait
        return position
      }
      positions[key] = merged.nodes.count
      merged.nodes.append(node)
      allocations.append([node.allocation: node.count])
      mergedCounts.append(1)
      return merged.nodes.count - 1
    }
    for position in merged.nodes.indices where mergedCounts[position] > 1 {
      // The most frequent allocation stack; if several are equally frequent, the first in
      // lexicographic order.
      let often = allocations[position].max {
        $0.value != $1.value ? $0.value < $1.value : $1.key.lexicographicallyPrecedes($0.key)
      }
      merged.nodes[position].allocation = often?.key ?? []
      merged.nodes[position].id = "\(merged.nodes[position].id) ×\(merged.nodes[position].count)"
    }
    var indices: [Reference: Int] = [:]
    let referenceOf = references.map { reference -> Int in
      var copy = reference
      copy.from = positionOf[reference.from]
      copy.to = positionOf[reference.to]
      if let known = indices[copy] { return known }
      indices[copy] = merged.references.count
      merged.references.append(copy)
      return merged.references.count - 1
    }
    return (merged, referenceOf)
  }
}
