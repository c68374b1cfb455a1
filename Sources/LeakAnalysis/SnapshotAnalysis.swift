import Findings
import HeapWalking
import KnownCode
import OwnershipGraph
import ResourceRegistry

/// The analysis for one snapshot of a matrix cell. It walks the objects, accounts for their
/// reference counts, and describes them.
struct SnapshotAnalysis {
  private let probes: [Probe]
  /// The modules whose classes register their instances.
  let modules: Set<String>
  private let roots: [Root]
  private let heap: HeapSnapshot
  private let accounting: HeapAccounting
  private let description: ObjectDescription
  /// For each node of the heap, the names of the declared roots that reach it.
  private let rootNames: [[String]]
  /// The rules that recognize code that the program's author can change. Modules whose classes
  /// register their own instances count as libraries.
  private let origins: CodeOrigins
  private let walker: HeapWalker

  init(
    probes: [Probe], watched: [Probe], roots: [Root], walker: HeapWalker, names: ObjectNames,
    limit: Int, locates: Bool
  ) {
    let modules = probes.map { String(_typeName($0.type, qualified: true).prefix { $0 != "." }) }
    origins = CodeOrigins(libraryModules: KnownModules.libraries.union(modules))
    self.modules = Set(modules)
    let probes = probes + watched
    let seeds = probes.map(\.address) + roots.map(\.address)
    heap = walker.walk(from: seeds.map(Address.init), limit: limit)
    accounting = HeapAccounting(
      of: heap, roots: roots.compactMap { [heap] in heap.node(at: $0.address) })
    let sequences = Dictionary(
      probes.map { ($0.address, $0.sequence) }, uniquingKeysWith: { first, _ in first })
    description = walker.describe(
      heap.addresses, names: names, keeping: Set(seeds), locates: locates,
      generation: { sequences[$0] ?? 0 })
    rootNames = Self.rootNames(roots, in: heap)
    self.probes = probes
    self.roots = roots
    self.walker = walker
  }

  /// Returns, for each node of the heap, the names of the roots that reach it.
  private static func rootNames(_ roots: [Root], in heap: HeapSnapshot) -> [[String]] {
    var reached = [[String]](repeating: [], count: heap.addresses.count)
    for root in roots {
      guard let node = heap.node(at: root.address) else { continue }
      var reachability = Reachability(nodeCount: heap.addresses.count)
      reachability.spread(from: [node.index], in: heap.references)
      for other in reached.indices where reachability.isReached[other] {
        reached[other].append(root.name)
      }
    }
    return reached
  }

  /// Returns the findings and the surviving objects as a snapshot.
  ///
  /// - Parameters:
  ///   - purpose: The purpose of the snapshot.
  ///   - runtimeOwner: The name to report for an owner that is not found; `nil` if the caller has
  ///     no name for it.
  ///   - reported: The fingerprints of findings whose suggested breaks are not tried.
  ///   - variable: A closure that takes an object's address, and returns the name of a global
  ///     variable that retains the object; `nil` if there is none.
  ///   - engine: The engine that tries the suggested breaks of the findings; `nil` to try none.
  func snapshot(
    for purpose: OwnershipSnapshot.Purpose, runtimeOwner: String?, reported: Set<String> = [],
    variable: (UInt) -> String? = { _ in nil },
    executingBreaksBy engine: BreakExecution? = nil
  ) -> OwnershipSnapshot {
    let classifier = SnapshotClassifier(heap: heap, accounting: accounting) {
      Address(heap.address(of: $0)).metadataWord
    }
    let (candidates, survivors) = survivors(classifier)
    let isJudged = [.findings, .findingsWithLocations].contains(purpose)
    let classes =
      isJudged
      ? classifier.classes(of: candidates, runtimeOwner: runtimeOwner) {
        variable(heap.address(of: $0))
      } : []
    return OwnershipSnapshot(
      graph: description.graph, survivors: survivors,
      findings: isJudged ? findings(on: classes, reported, engine) : [],
      coverage: heap.coverage, isComplete: heap.isComplete && accounting.inconsistent.isEmpty)
  }

  /// Returns the surviving objects, as input for the classifier and as parts of the snapshot.
  private func survivors(
    _ classifier: SnapshotClassifier
  ) -> ([SnapshotClassifier.Candidate], [Survivor]) {
    var candidates: [SnapshotClassifier.Candidate] = []
    var survivors: [Survivor] = []
    for probe in probes {
      guard let node = heap.node(at: probe.address),
        let described = description.nodeOf[probe.address]
      else { continue }
      candidates.append(SnapshotClassifier.Candidate(node: node, roots: rootNames[node.index]))
      survivors.append(
        Survivor(
          node: described, retention: classifier.retention(of: node), roots: rootNames[node.index],
          sequence: probe.sequence))
    }
    return (candidates, survivors)
  }

  private func findings(
    on classes: [ClassifiedObjects], _ reported: Set<String>, _ engine: BreakExecution?
  ) -> [Finding] {
    let explainer = FindingExplainer(heap: heap, origins: origins)
    var findings: [Finding] = []
    var targets: [BreakTarget?] = []
    for objects in classes {
      let added = explainer.findings(
        on: objects, as: description, hasFullCoverage: heap.coverage.isFull && heap.isComplete)
      findings += added
      let target = engine == nil ? nil : explainer.target(of: objects, as: description)
      targets += added.map { reported.contains($0.fingerprint) ? nil : target }
    }
    guard let engine, targets.contains(where: { $0 != nil }) else { return findings }
    return BreakVerification(
      in: LeakedHeap(heap: heap, accounting: accounting, walker: walker), origins: origins
    ).verified(findings, targets: targets, by: engine)
  }

  /// Returns the registered or watched object at an address; `nil` if there is none.
  func probe(at address: UInt) -> Probe? { probes.first { $0.address == address } }

  /// The addresses of the Swift objects, except tasks, that are neither registered nor watched.
  var unnumberedObjects: [UInt] {
    let numbered = Set(probes.map(\.address))
    return description.nodeOf.compactMap { address, node in
      numbered.contains(address) || !description.graph[node].kind.isSwiftObject
        ? nil : address
    }
  }

  /// Returns the registered and watched objects that retain each other directly in cycles, except
  /// for roots.
  func libraryCycleMembers() -> [AnyObject] {
    let nodes = probes.map { heap.node(at: $0.address) }
    var indexOf: [HeapNode: Int] = [:]
    for (index, node) in nodes.enumerated() { node.map { indexOf[$0] = index } }
    let rows = nodes.map { node in
      node.map { heap.targets(of: $0).compactMap { indexOf[$0] } } ?? []
    }
    let isRoot = Set(roots.map(\.address))
    return RetainCycles(of: SparseRows(rows)).memberLists().joined()
      .filter { !isRoot.contains(probes[$0].address) }.compactMap { probes[$0].object }
  }
}

extension ObjectGraph.Kind {
  /// A Boolean value indicating whether this is a kind of Swift object other than a task.
  fileprivate var isSwiftObject: Bool {
    switch self {
    case .classInstance, .actor, .closureContext, .box, .error, .array, .dictionary, .set: true
    case .task, .block, .function, .root, .unknown: false
    }
  }
}
