package import OwnershipGraph

/// An element that a call can remove from a Foundation collection, or from a collection inside
/// another Foundation object.
package struct LibraryElement {
  /// The immutable classes, which have no call that removes an element.
  private static let constantCollections: Set<String> = [
    "NSArray", "NSDictionary", "NSOrderedSet", "NSSet",
  ]

  /// The collections in properties, as class and property, from which no call removes an element.
  private static let constantProperties: Set<String> = ["BlockOperation._executionBlocks"]

  /// The program's reference to the collection, or to a library object that reaches it; `nil` if
  /// there is none.
  let owner: ObjectGraph.Reference?

  /// - Returns: `nil` if the reference is not an element that a call can remove.
  init?(_ reference: ObjectGraph.Reference, in graph: ObjectGraph, origins: CodeOrigins) {
    let source = graph.nodes[reference.from]
    guard reference.label.contains("["), CodeOrigins.module(of: source) == "Foundation",
      !source.kind.isClosure, !Self.constantCollections.contains(source.type),
      !Self.constantProperties.contains("\(source.type).\(FindingShape.property(reference.label))")
    else { return nil }
    owner = Self.owner(of: reference.from, in: graph, origins)
  }

  /// Returns the instruction to remove an element from a library's collection; `nil` if the
  /// reference is not such an element.
  package static func removal(
    of reference: ObjectGraph.Reference, in graph: ObjectGraph
  ) -> String? {
    LibraryElement(reference, in: graph, origins: CodeOrigins())?.advice(in: graph).text
  }

  /// Returns the program's reference to a library object, or to another library object that reaches
  /// it; `nil` if there is no such reference.
  private static func owner(
    of object: Int, in graph: ObjectGraph, _ origins: CodeOrigins
  ) -> ObjectGraph.Reference? {
    var seen: Set<Int> = [object]
    var open = [object]
    while !open.isEmpty {
      let owners = graph.references.filter { open.contains($0.to) && $0.strength == .strong }
      if let owner = owners.first(where: { origins.isProgram(graph.nodes[$0.from]) }) {
        return owner
      }
      open = owners.map(\.from).filter {
        origins.origin(of: graph.nodes[$0]) == .language && seen.insert($0).inserted
      }
    }
    return nil
  }

  /// Returns the edit. If a property of the program refers to the collection, directly or through
  /// library objects, returns the reference in this property as well.
  func advice(in graph: ObjectGraph) -> (text: String, declaration: ObjectGraph.Reference?) {
    guard let owner, !graph.nodes[owner.from].kind.isClosure else {
      return ("remove the element from the collection when done", nil)
    }
    return ("remove the element from \(FindingShape.property(owner.label)) when done", owner)
  }
}
