import OwnershipGraph

/// A type that determines whether a function of one object's class allocated another object, based
/// on the allocation sites.
struct AllocationCreators {
  private let graph: ObjectGraph
  /// For each node, the names of its class and of its known superclasses. A superclass is known if
  /// it declares a property in the graph.
  private let classNames: [Set<String>]

  /// - Complexity: O(*n* + *e*) for *n* objects and *e* references.
  init(of graph: ObjectGraph) {
    self.graph = graph
    var names = graph.nodes.map { Set([Self.plain($0.type)]) }
    for reference in graph.references {
      if let type = reference.declaration?.type { names[reference.from].insert(Self.plain(type)) }
    }
    classNames = names
  }

  private static func plain(_ type: String) -> String { String(type.prefix { $0 != "<" }) }

  /// Returns whether a function of `creator`'s class allocated `node`. If the allocation sites do
  /// not show which of the two allocated the other, returns whether `node` is known to be younger
  /// than `creator`.
  func isCreated(_ node: Int, by creator: Int) -> Bool {
    if isAllocated(node, by: creator) { return true }
    if isAllocated(creator, by: node) { return false }
    guard let order = graph.nodes[node].order, let creatorOrder = graph.nodes[creator].order else {
      return false
    }
    return order > creatorOrder
  }

  /// Returns whether a function of `creator`'s class or of a superclass allocated `node`.
  ///
  /// If the same function allocated both objects, the result is `false`.
  func isAllocated(_ node: Int, by creator: Int) -> Bool {
    guard let function = graph.nodes[node].allocation.first?.function,
      graph.nodes[creator].allocation.first?.function != function
    else { return false }
    let parts = function.split(separator: " in ")
    return classNames[creator].contains { name in parts.contains { $0.hasPrefix(name + ".") } }
  }
}
