internal import OwnershipGraph

/// A type that creates a description in which all objects with the same type and role share one
/// node.
///
/// For a cycle of a million objects, a report shows only the references between types. Each object
/// is read and counted, but names and source locations are looked up only once for each type. The
/// result has the nodes and references that ``ObjectGraph/mergedByType()`` returns for the graph of
/// all objects, but that graph is not created. A node of several tasks describes the first of them.
struct FoldedDescriptionBuilder {
  typealias Position = ObjectSurvey.Position

  private struct NodeKey: Hashable {
    var type: String
    var role: ObjectGraph.Role
  }

  /// The index of an object's title in ``ObjectSurvey/titles``, and the object's role. Objects with
  /// the same title and role have the same node.
  private struct TitleKey: Hashable {
    var title: Int
    var role: ObjectGraph.Role
  }

  private struct EdgeKey: Hashable {
    var from: GraphNode
    var to: GraphNode
    var label: String
    var strength: Strength
    var evidence: Evidence
  }

  private let survey: ObjectSurvey
  private let storage: JoinedStorage
  private let describer: NodeDescriber
  private let outgoing: OutgoingReferences
  private let captures: CaptureNames
  private let role: (UInt) -> ObjectGraph.Role
  private let storesReferences: Bool
  private var graph = ObjectGraph()
  /// For each object of the survey, the index of its node. For joined storage, it is the index of
  /// the owner's node; for the storage of empty collections, it is -1.
  private var nodeOf: [Int32]
  private var nodeOfType: [NodeKey: GraphNode] = [:]
  private var nodeOfTitle: [TitleKey: GraphNode] = [:]
  /// The node of the last object. Adjacent objects often have the same node.
  private var recentNode: (key: TitleKey, node: GraphNode)?
  private var allocations: [AllocationCounts] = []
  private var edges = Set<EdgeKey>()
  /// The last two different edges to which references were added, the most recent first.
  private var recentEdges: (EdgeKey?, EdgeKey?)
  private var stored = StoredReferences()

  /// - Parameters:
  ///   - storesReferences: A Boolean value indicating whether the description contains the words
  ///     that store references. They are necessary only if references are to be broken.
  ///   - role: A closure that returns the role of an object in a finding, given the object's
  ///     address.
  init(
    _ survey: ObjectSurvey, _ storage: JoinedStorage, _ describer: NodeDescriber,
    storesReferences: Bool, role: @escaping (UInt) -> ObjectGraph.Role
  ) {
    self.survey = survey
    self.storage = storage
    self.describer = describer
    self.role = role
    self.storesReferences = storesReferences
    outgoing = OutgoingReferences(survey: survey, storage: storage)
    captures = CaptureNames(survey: survey)
    nodeOf = Array(repeating: -1, count: survey.objects.count)
  }

  /// - Complexity: O(objects + references).
  consuming func finished() -> ObjectDescription {
    let shown = survey.shown(with: storage)
    for position in shown { addNode(position) }
    addStorage()
    for position in shown { addReferences(of: position) }
    nameNodes()
    return ObjectDescription(
      graph: graph,
      nodeOf: DescribedNodes(addresses: survey.objects, numbers: survey.numbers, nodes: nodeOf),
      owners: storage.ownerAddresses, coverage: survey.coverage, storedReferences: stored)
  }

  // MARK: Nodes

  private mutating func addNode(_ position: Position) {
    let object = survey.object(at: position)
    let key = TitleKey(title: survey.titleIndex(at: position), role: role(object))
    let node = self.node(for: key, of: position)
    nodeOf[position.offset] = Int32(node.index)
    graph[node].count += 1
    graph[node].size += survey.size(at: position)
    allocations[node.index].add(object, of: survey.walker)
  }

  private mutating func node(for key: TitleKey, of position: Position) -> GraphNode {
    if let recentNode, recentNode.key == key { return recentNode.node }
    let node = nodeOfTitle[key] ?? addNode(for: key, of: position)
    recentNode = (key, node)
    return node
  }

  private mutating func addNode(for key: TitleKey, of position: Position) -> GraphNode {
    let type = NodeKey(type: survey.label(at: position).qualified, role: key.role)
    let node = nodeOfType[type] ?? append(describer.node(position, with: []), as: type)
    nodeOfTitle[key] = node
    return node
  }

  /// Appends a copy of `node` whose count and size are 0.
  private mutating func append(_ node: ObjectGraph.Node, as key: NodeKey) -> GraphNode {
    var node = node
    node.role = key.role
    (node.count, node.size) = (0, 0)
    allocations.append(AllocationCounts())
    let added = graph.append(node)
    nodeOfType[key] = added
    return added
  }

  /// Adds the size of joined storage to the size of its owner's node.
  private mutating func addStorage() {
    for (part, owner) in storage.joined {
      guard let node = self.node(at: owner) else { continue }
      nodeOf[part.offset] = Int32(node.index)
      graph[node].size += survey.size(at: part)
    }
  }

  private mutating func nameNodes() {
    for node in graph.nodes.indices where graph.nodes[node].count > 1 {
      graph.nodes[node].id += " ×\(graph.nodes[node].count)"
      if graph.nodes[node].kind != .function {
        graph.nodes[node].allocation = allocations[node].mostFrequent(by: survey.walker)
      }
    }
  }

  private func node(of object: UInt) -> GraphNode? {
    survey.position(of: object).flatMap { node(at: $0) }
  }

  private func node(at position: Position) -> GraphNode? {
    let index = nodeOf[position.offset]
    return index < 0 ? nil : GraphNode(Int(index))
  }

  // MARK: References

  private mutating func addReferences(of position: Position) {
    guard let node = self.node(at: position) else { return }
    var parts: [Position] = []
    let references = outgoing.references(of: position, parts: &parts)
    for reference in references {
      guard let target = self.node(of: reference.target) else { continue }
      var (from, part) = (node, Part.whole)
      if survey.isContextItself(reference) {
        from = function(reference, in: position, from: node, to: target)
        part = .capture
        add(.function, of: reference, in: position, from: node, to: from, label: reference.label)
      }
      add(
        part, of: reference, in: position, from: from, to: target,
        label: captures.label(of: reference, in: position, among: references))
    }
  }

  /// Counts a function value that has no context of its own, and returns the node that represents
  /// it.
  private mutating func function(
    _ reference: ObjectReferences.Reference, in position: Position, from source: GraphNode,
    to target: GraphNode
  ) -> GraphNode {
    let (start, end) = (graph[source].role, graph[target].role)
    let type = survey.walker.closureLabel(reference.function).qualified
    let key = NodeKey(type: type, role: start == .cycle ? end : start)
    let node =
      nodeOfType[key]
      ?? append(describer.function(reference, after: 0, in: position), as: key)
    graph[node].count += 1
    return node
  }

  /// The part of a reference that an edge of the graph represents. If a function value uses the
  /// referenced object itself as its context, two edges represent the reference.
  private enum Part {
    case whole
    /// The reference from an object to the function value that it stores.
    case function
    /// The reference from the function value to its context.
    case capture
  }

  /// Adds a reference to the graph, unless the graph already contains an equal one. If the
  /// reference is typed and ``storesReferences`` is `true`, also records the word that stores it.
  ///
  /// - Parameter position: The object that contains the reference.
  private mutating func add(
    _ part: Part, of reference: ObjectReferences.Reference, in position: Position,
    from: GraphNode, to: GraphNode, label: String
  ) {
    let strength = part == .function ? .strong : reference.strength
    // A reference from the node of a function value counts as typed, because the function's code
    // determines what it captures.
    let evidence = part == .capture ? .typed : reference.evidence
    let key = EdgeKey(from: from, to: to, label: label, strength: strength, evidence: evidence)
    if !isRecent(key), edges.insert(key).inserted {
      var edge = ObjectGraph.Reference(
        from: from, to: to, label: label, strength: strength, evidence: evidence,
        declaration: part == .capture ? nil : describer.declaration(of: reference, in: position))
      if part != .function {
        edge.sourceLabel = captures.sourceLabel(of: reference, in: position, label: label)
        edge.capture = captures.capture(reference, in: position, label: edge.shownLabel)
      }
      graph.references.append(edge)
    }
    guard storesReferences, evidence == .typed, let slot = reference.slot else { return }
    stored.add(
      StoredReferences.Word(slot: slot, target: reference.target),
      storing: StoredReferences.Edge(from: from, to: to, label: label))
  }

  /// Returns whether the edge is one of the last two, and makes it the most recent one. Objects of
  /// one type are often adjacent, so that their references often have the same one or two edges.
  private mutating func isRecent(_ key: EdgeKey) -> Bool {
    if key == recentEdges.0 { return true }
    defer { recentEdges = (key, recentEdges.0) }
    return key == recentEdges.1
  }
}
