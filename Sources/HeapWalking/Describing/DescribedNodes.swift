package import OwnershipGraph

/// A map from the address of each described object to the object's node.
package struct DescribedNodes: Sequence {
  private let addresses: [UInt]
  private let numbers: AddressNumbers
  /// For each address, the index of the node; -1 if the object has no node.
  private let nodes: [Int32]

  /// - Parameters:
  ///   - addresses: The addresses of objects, each once.
  ///   - numbers: The positions of the addresses.
  ///   - nodes: For each address, the index of the node; -1 if the object has no node.
  init(addresses: [UInt], numbers: AddressNumbers, nodes: [Int32]) {
    self.addresses = addresses
    self.numbers = numbers
    self.nodes = nodes
  }

  /// The addresses of the objects that have a node.
  package var keys: [UInt] { keys { _ in true } }

  /// Returns the addresses of the objects whose nodes satisfy a predicate.
  ///
  /// - Complexity: O(*n*) for *n* objects.
  package func keys(where isWanted: (GraphNode) -> Bool) -> [UInt] {
    var found: [UInt] = []
    for position in addresses.indices {
      if let node = node(at: position), isWanted(node) { found.append(addresses[position]) }
    }
    return found
  }

  /// The node of the object at an address; `nil` if it has none.
  package subscript(address: UInt) -> GraphNode? {
    numbers[address].flatMap { node(at: $0) }
  }

  package func makeIterator() -> some IteratorProtocol<(key: UInt, value: GraphNode)> {
    addresses.indices.lazy.compactMap { position in
      node(at: position).map { (key: addresses[position], value: $0) }
    }.makeIterator()
  }

  private func node(at position: Int) -> GraphNode? {
    nodes[position] < 0 ? nil : GraphNode(Int(nodes[position]))
  }
}
