package import Findings
import HeapWalking
import OwnershipGraph
package import ResourceRegistry
import Synchronization

/// An object that takes the snapshots of one matrix cell.
///
/// Each observed object keeps its name from one snapshot to the next, so that snapshots can be
/// compared. Snapshots may be taken on any thread, and also inside an event handler. The caller
/// ensures that no other thread changes the objects during the call.
///
///     let recorder = OwnershipRecorder(since: Resources.mark())
///     let bag = DisposeBag()
///     source.subscribe().disposed(by: bag)
///     recorder.snapshot(roots: [Root("bag", bag)]).survivors
package final class OwnershipRecorder: Sendable {
  /// The objects that all cells of a process share.
  private struct Tools {
    /// A walker, whose compiled plans and symbols are valid for the whole process.
    let walker = HeapWalker()
    /// The engine that tries suggested breaks. It tries one at a time, because other processes run
    /// cells on the other processors.
    lazy var engine = BreakExecution(parallelism: 1)
    /// The global variables of the modules that registered objects in the first snapshot for which
    /// variables were searched.
    private var variables: ModuleVariables?
    /// The names of the variables that retain objects, by the objects' types; an empty name if none
    /// was found. Each type is searched for once, because its objects may leak in many cells.
    private var owners: [ObjectIdentifier: String] = [:]

    /// Returns the name of a global variable that retains an object; `nil` if there is none.
    mutating func variable(retaining probe: Probe, modules: Set<String>) -> String? {
      let type = ObjectIdentifier(probe.type)
      if let known = owners[type] { return known.isEmpty ? nil : known }
      let variables = variables ?? ModuleVariables(of: modules, walker: walker)
      self.variables = variables
      let name = variables.owner(of: probe.address)
      owners[type] = name ?? ""
      return name
    }
  }

  private static let tools = Mutex(Tools())

  /// The maximum number of objects in a walk. A cell allocates far fewer objects.
  package static let objectLimit = 200_000

  private let mark: ResourceMark
  private let names = ObjectNames()
  private let watched = Mutex([Probe]())
  /// The reservation of the addresses of observed objects. Objects are identified by address, so
  /// their addresses must not be reused.
  private let reservation = AddressReservation()

  private let executesBreaks: Bool

  /// - Parameters:
  ///   - mark: A mark in the registry. The survivors of a snapshot are the live objects that were
  ///     registered after this mark.
  ///   - executesBreaks: A Boolean value indicating whether the suggested breaks of findings are
  ///     tried in forked processes. In that case no other thread may run during a snapshot, and the
  ///     handling of SIGCHLD in this process is reset to the default.
  package init(since mark: ResourceMark, executesBreaks: Bool = false) {
    self.mark = mark
    self.executesBreaks = executesBreaks
  }

  /// Observes an object that does not register itself, without retaining it.
  package func watch(_ object: AnyObject) {
    let address = Address(of: object).bits
    watched.withLock { probes in
      // The number is larger than every number of the registry, so that watched objects come last.
      let sequence = UInt64.max / 2 + UInt64(probes.count)
      probes.append(Probe(watching: object, sequence: sequence, address: address))
    }
  }

  /// Returns a snapshot of the objects that are alive now.
  ///
  /// - Parameters:
  ///   - roots: The owners that the matrix cell declares. Objects that are alive because these
  ///     owners reach them are classified as held.
  ///   - purpose: The purpose of the snapshot.
  ///   - runtimeOwner: The name of a part of the runtime or of a system library that is known to
  ///     retain objects of the cell. It is reported as the owner if no other owner is found.
  ///   - reported: The fingerprints of findings that are known from earlier cells. Their suggested
  ///     breaks are not tried.
  /// - Complexity: O(*n* + *e*) for *n* objects and *e* references that are reachable from the
  ///   observed objects and the roots.
  package func snapshot(
    roots: [Root], for purpose: OwnershipSnapshot.Purpose = .findingsWithLocations,
    runtimeOwner: String? = nil, reported: Set<String> = []
  ) -> OwnershipSnapshot {
    let others = watched.withLock { $0.count { $0.object != nil } }
    let total = Int(Resources.total) + others
    if purpose == .count { return OwnershipSnapshot(resourceTotal: total) }
    var snapshot = analyzed(roots, locates: purpose == .findingsWithLocations) { analysis, tools in
      let engine = executesBreaks ? tools.engine : nil
      return analysis.snapshot(
        for: purpose, runtimeOwner: runtimeOwner, reported: reported,
        variable: { address in
          analysis.probe(at: address).flatMap {
            tools.variable(retaining: $0, modules: analysis.modules)
          }
        },
        executingBreaksBy: engine)
    }
    snapshot.resourceTotal = total
    return snapshot
  }

  /// Returns the registered and watched objects that retain each other directly in cycles, except
  /// the objects in `roots`.
  ///
  /// The caller retains these objects to compare their references before and after the cell ends
  /// its subscription. Without these retains, an object could be freed, and the references of a
  /// freed object cannot be read. Retaining the members of a cycle has no effect until one of the
  /// cycle's references is cleared.
  package func cycleMembers(roots: [Root]) -> [AnyObject] {
    analyzed(roots, locates: false) { analysis, _ in
      Objects(members: analysis.libraryCycleMembers())
    }.members
  }

  /// A sendable wrapper, so that the closure that runs under the lock can return objects.
  private struct Objects: @unchecked Sendable {
    var members: [AnyObject]
  }

  private func analyzed<Result: Sendable>(
    _ roots: [Root], locates: Bool, _ body: (SnapshotAnalysis, inout Tools) -> Result
  ) -> Result {
    let probes = Resources.probes(since: mark).filter { $0.object != nil }
    let others = watched.withLock { $0.filter { $0.object != nil } }
    return Self.tools.withLock { tools in
      let analysis = SnapshotAnalysis(
        probes: probes, watched: others, roots: roots, walker: tools.walker, names: names,
        limit: Self.objectLimit, locates: locates)
      reservation.reserve(analysis.unnumberedObjects)
      return body(analysis, &tools)
    }
  }

  /// Returns the differences between two snapshots.
  ///
  /// - Returns: The strong references that were cleared in objects that are still alive, except
  ///   references to storage, and the registered and watched objects that were freed. Both lists
  ///   are in the order of the first snapshot.
  package static func changes(
    from before: OwnershipSnapshot, to after: OwnershipSnapshot
  ) -> (cuts: [CellReport.Cut], freed: [String]) {
    let alive = Set(after.graph.nodes.map(\.id))
    let remaining = Set(after.strongReferences)
    let cuts = before.strongReferences.filter { alive.contains($0.from) && !remaining.contains($0) }
    let survivors = Set(after.survivors.map { after.graph[$0.node].id })
    let freed = before.survivors.map { before.graph[$0.node].id }
      .filter { !survivors.contains($0) }
    return (cuts, freed)
  }
}

extension OwnershipSnapshot {
  fileprivate var strongReferences: [CellReport.Cut] {
    graph.references.filter {
      $0.strength == .strong && !graph.nodes[$0.to].kind.isStorage
    }.map {
      CellReport.Cut(from: graph.nodes[$0.from].id, label: $0.label, to: graph.nodes[$0.to].id)
    }
  }
}

extension ObjectGraph.Kind {
  /// A Boolean value indicating whether an object of this kind is storage, which reports usually
  /// show as a part of its owner.
  fileprivate var isStorage: Bool {
    switch self {
    case .array, .dictionary, .set, .box, .error: true
    case .classInstance, .actor, .closureContext, .function, .task, .block, .root, .unknown: false
    }
  }
}
