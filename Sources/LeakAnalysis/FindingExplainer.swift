import Findings
import HeapWalking
import OwnershipGraph

/// A type that turns described objects into findings. It chooses the rule, the confidence and the
/// suggested break of each finding.
struct FindingExplainer {
  let heap: HeapSnapshot
  /// The rules that recognize code that the program's author can change.
  var origins = CodeOrigins()
  /// The number of objects above which a finding merges objects of the same type.
  var largestShown = Int.max

  /// Returns the findings about classified objects.
  ///
  /// Objects whose owner is unknown produce one finding for each type. Over-retained blocks of
  /// libraries produce no finding. Objects that the runtime retains produce none if no described
  /// object, not counting closures, belongs to the program.
  func findings(
    on classified: ClassifiedObjects, as description: ObjectDescription, hasFullCoverage: Bool
  ) -> [Finding] {
    let nodes = Nodes(of: classified, in: description, heap)
    var builder = FindingBuilder(
      graph: description.graph, hasFullCoverage: hasFullCoverage, origins: origins,
      largestShown: largestShown)
    switch classified.reason {
    case .cycle(let isProvable):
      builder.addCycle(
        members: nodes.objects, behind: nodes.behind, holders: nodes.holders,
        isProvable: isProvable)
    case .overRetained:
      guard !Self.isLibrarysBlock(nodes.objects, in: description.graph) else { return [] }
      builder.addOverRetained(nodes.objects, behind: nodes.behind.subtracting(nodes.objects))
    case .heldByRuntime(let keeper):
      guard Self.hasProgramObject(description.graph) else { return [] }
      builder.addHeldByRuntime(nodes.objects, nodes.closureOwners, keeper.name, by: description)
    case .held(let roots): builder.addHeld(nodes.objects, roots: roots)
    case .heldByVariable(let name): builder.addHeld(nodes.objects, nodes.behind, variable: name)
    case .heldByNamedOwner(let owner): builder.addHeld(nodes.objects, owner: owner)
    case .unexplained: builder.addUnexplained(nodes.ordered, behind: nodes.behind)
    }
    return builder.findings.map { advised($0, on: classified, as: description) }
  }

  /// Improves the suggested break of a finding whose objects are described by type: searches for a
  /// break that is sufficient for the individual objects. Returns the finding unchanged if none is
  /// found.
  private func advised(
    _ finding: Finding, on classified: ClassifiedObjects, as description: ObjectDescription
  ) -> Finding {
    guard description.isByType, !finding.hostBreakSet.isEmpty,
      let target = target(of: classified, as: description),
      let breaks = FoldedCycleBreaks(
        of: classified.objects, in: heap, target: target, origins: origins
      ).advised(for: finding)
    else { return finding }
    var finding = finding
    finding.hostBreakSet = breaks
    if breaks.count < finding.breakSet.count {
      finding.breakSet = breaks
      finding.isBreakSetProvenSmallest = breaks.count == 1
    }
    finding.recognizeCause()
    return finding
  }

  /// Returns the objects and stored references that are needed to try a finding's suggested break;
  /// `nil` if the finding has no suggested break.
  func target(
    of classified: ClassifiedObjects, as description: ObjectDescription
  ) -> BreakTarget? {
    let leaked = Nodes(of: classified, in: description, heap).leaked
    switch classified.reason {
    case .cycle: return BreakTarget(description: description, nodes: leaked)
    case .overRetained(let owners, let possibleOwners):
      let object = heap.address(of: classified.objects[0])
      return BreakTarget(
        description: description, nodes: leaked,
        overRetained: .init(
          object: object, owners: owners, possibleOwners: possibleOwners,
          behindMemory: classified.behindMemory.map { (heap.address(of: $0.object), $0.owners) }))
    case .heldByRuntime, .held, .heldByVariable, .heldByNamedOwner, .unexplained: return nil
    }
  }

  /// Returns whether all over-retained objects are blocks, and no object or closure in the graph
  /// belongs to the program. Libraries retain such blocks for their own use.
  static func isLibrarysBlock(_ objects: Set<GraphNode>, in graph: ObjectGraph) -> Bool {
    let origins = CodeOrigins()
    return objects.allSatisfy { graph[$0].kind == .block }
      && !graph.nodes.contains(where: origins.isOutsideLibraries)
  }

  /// Returns whether the graph contains an object of the program or of a dependency, not counting
  /// closures. If it contains none, no finding reports the objects that the runtime retains.
  private static func hasProgramObject(_ graph: ObjectGraph) -> Bool {
    let origins = CodeOrigins()
    return graph.nodes.contains { origins.isOutsideLibraries($0) && !$0.kind.isClosure }
  }

  /// The nodes of a description that represent classified objects.
  private struct Nodes {
    /// The nodes of ``ClassifiedObjects/objects``, in the same order.
    let ordered: [GraphNode]
    let objects: Set<GraphNode>
    let behind: Set<GraphNode>
    let holders: Set<GraphNode>
    let closureOwners: Set<GraphNode>

    var leaked: Set<GraphNode> { objects.union(behind) }

    init(
      of classified: ClassifiedObjects, in description: ObjectDescription, _ heap: HeapSnapshot
    ) {
      func nodes(_ objects: [HeapNode]) -> [GraphNode] {
        objects.compactMap { description.nodeOf[heap.address(of: $0)] }
      }
      ordered = nodes(classified.objects)
      objects = Set(ordered)
      behind = Set(nodes(classified.behind))
      holders = Set(nodes(classified.holders))
      closureOwners = Set(nodes(classified.closureOwners))
    }
  }
}
