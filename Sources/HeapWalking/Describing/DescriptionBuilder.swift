internal import OwnershipGraph

/// A type that creates a description with one node for each object, except for objects that are
/// joined to their owners (see ``JoinedStorage``) and the storage of empty collections. A function
/// value that has no context of its own also gets a node; see ``ObjectSurvey/isContextItself(_:)``.
struct DescriptionBuilder {
  typealias Position = ObjectSurvey.Position

  private let survey: ObjectSurvey
  private let storage: JoinedStorage
  private let describer: NodeDescriber
  private let outgoing: OutgoingReferences
  private let captures: CaptureNames
  /// The objects with a node, in order of their nodes.
  private let shown: [Position]
  /// For each object of the survey, the index of its node. For the storage of empty collections, it
  /// is -1. For joined storage, it is -1 until all references have been added; then it is the index
  /// of the owner's node.
  private var nodeOf: [Int32]
  private var graph = ObjectGraph()
  private var functions: [ObjectGraph.Node] = []
  private var stored = StoredReferences()

  init(_ survey: ObjectSurvey, _ storage: JoinedStorage, _ describer: NodeDescriber) {
    self.survey = survey
    self.storage = storage
    self.describer = describer
    outgoing = OutgoingReferences(survey: survey, storage: storage)
    captures = CaptureNames(survey: survey)
    shown = survey.shown(with: storage)
    nodeOf = Array(repeating: -1, count: survey.objects.count)
    for (index, position) in shown.enumerated() { nodeOf[position.offset] = Int32(index) }
  }

  consuming func finished() -> ObjectDescription {
    for position in shown { describe(position) }
    graph.nodes += functions
    for (part, owner) in storage.joined { nodeOf[part.offset] = nodeOf[owner.offset] }
    return ObjectDescription(
      graph: graph,
      nodeOf: DescribedNodes(addresses: survey.objects, numbers: survey.numbers, nodes: nodeOf),
      owners: storage.ownerAddresses, coverage: survey.coverage,
      storedReferences: stored)
  }

  private func node(of object: UInt) -> GraphNode? {
    guard let position = survey.position(of: object), nodeOf[position.offset] >= 0 else {
      return nil
    }
    return GraphNode(Int(nodeOf[position.offset]))
  }

  private mutating func describe(_ position: Position) {
    var parts: [Position] = []
    let references = outgoing.references(of: position, parts: &parts)
    let node = graph.append(describer.node(position, with: parts))
    // Function values in the same collection have the same label, so they are numbered.
    var functionCounts: [String: Int] = [:]
    for reference in references {
      guard let target = self.node(of: reference.target) else { continue }
      var from = node
      if survey.isContextItself(reference) {
        let alike = functionCounts[reference.label, default: 0]
        functionCounts[reference.label] = alike + 1
        functions.append(describer.function(reference, after: alike, in: position))
        from = GraphNode(shown.count + functions.count - 1)
        addFunctionReference(reference, in: position, from: node, to: from)
      }
      let label = captures.label(of: reference, in: position, among: references)
      var edge = ObjectGraph.Reference(
        from: from, to: target, label: label, strength: reference.strength,
        // A reference from the node of a function value counts as typed, because the function's
        // code determines what it captures.
        evidence: from == node ? reference.evidence : .typed,
        declaration: from == node ? describer.declaration(of: reference, in: position) : nil,
        sourceLabel: captures.sourceLabel(of: reference, in: position, label: label))
      edge.capture = captures.capture(reference, in: position, label: edge.shownLabel)
      graph.references.append(edge)
      if edge.evidence == .typed { store(reference, edge) }
    }
  }

  /// Adds the reference from an object to a function value that the object stores.
  private mutating func addFunctionReference(
    _ reference: ObjectReferences.Reference, in position: Position, from node: GraphNode,
    to function: GraphNode
  ) {
    let edge = ObjectGraph.Reference(
      from: node, to: function, label: reference.label, evidence: reference.evidence,
      declaration: describer.declaration(of: reference, in: position))
    graph.references.append(edge)
    if edge.evidence == .typed { store(reference, edge) }
  }

  private mutating func store(
    _ reference: ObjectReferences.Reference, _ edge: ObjectGraph.Reference
  ) {
    guard let slot = reference.slot else { return }
    stored.add(
      StoredReferences.Word(slot: slot, target: reference.target),
      storing: StoredReferences.Edge(from: edge.source, to: edge.target, label: edge.label))
  }
}
