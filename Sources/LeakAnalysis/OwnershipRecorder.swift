import HeapWalking
package import Findings
import OwnershipGraph
package import ResourceRegistry
import Synchronization

/// Takes the snapshots of one cell.
///
/// Between the snapshots of one recorder an object keeps its name, so that they can
/// be compared. A snapshot may be taken on any thread, also from inside a handler;
/// the caller sees to it that no other thread changes the objects meanwhile.
///
///     let recorder = OwnershipRecorder(since: Resources.mark())
///     let bag = DisposeBag()
///     source.subscribe().disposed(by: bag)
///     recorder.snapshot(roots: [Root("bag", bag)]).survivors
package final class OwnershipRecorder: Sendable {
  /// Compiled plans and symbols are the process's, so one walker serves all cells.
  private static let walker = Mutex(HeapWalker())

  /// Prepares for many snapshots in one process: what finds closures in the source stays
  /// open between them.
  package static func expectMany() {
    walker.withLock { $0.keepsSymbolizerOpen() }
  }

  /// Far above what a cell makes; a walk that gets there went astray.
  package static let objectLimit = 200_000

  private let mark: ResourceMark
  private let names = ObjectNames()
  private let watched = Mutex([Probe]())
  /// A name goes with an address, and must not pass to the next object there.
  private let reservation = AddressReservation()

  /// - Parameter mark: Objects that the registry knew before it are no survivors.
  package init(since mark: ResourceMark) { self.mark = mark }

  /// Counts and judges an object that does not register itself, without retaining it.
  package func watch(_ object: AnyObject) {
    let address = Address(of: object).bits
    watched.withLock { probes in
      // Behind whatever the registry numbers: it is looked at after what the library made.
      let sequence = UInt64.max / 2 + UInt64(probes.count)
      probes.append(Probe(watching: object, sequence: sequence, address: address))
    }
  }

  /// What is alive now.
  ///
  /// - Parameters:
  ///   - roots: What the host keeps, so that its survivors are held.
  ///   - purpose: What the snapshot is for.
  ///   - runtimeOwner: What of the language's runtime or of a system library is known to
  ///     keep objects, where nothing says which: owners that nobody explains are it.
  /// - Complexity: O(objects + references) of what the survivors and roots reach.
  package func snapshot(
    roots: [Root], for purpose: OwnershipSnapshot.Purpose = .judgement,
    runtimeOwner: String? = nil
  ) -> OwnershipSnapshot {
    let others = watched.withLock { $0.count { $0.object != nil } }
    let total = Int(Resources.total) + others
    if purpose == .count { return OwnershipSnapshot(resourceTotal: total) }
    var snapshot = analyzed(roots, locates: purpose == .judgement) {
      $0.snapshot(for: purpose, runtimeOwner: runtimeOwner)
    }
    snapshot.resourceTotal = total
    return snapshot
  }

  /// The registry's objects that hold each other in circles, strongly.
  ///
  /// Whoever keeps them sees what an ending cuts: an object that is freed shows no
  /// reference any more. Such a circle cannot go by itself, so keeping it changes
  /// nothing until something cuts it.
  package func cycleMembers(roots: [Root]) -> [AnyObject] {
    analyzed(roots, locates: false) { Objects(members: $0.libraryCycleMembers()) }.members
  }

  /// Carries objects out of the lock: they are the caller's from then on.
  private struct Objects: @unchecked Sendable {
    var members: [AnyObject]
  }

  private func analyzed<Result: Sendable>(
    _ roots: [Root], locates: Bool, _ body: (SnapshotAnalysis) -> Result
  ) -> Result {
    let probes = Resources.probes(since: mark).filter { $0.object != nil }
    let others = watched.withLock { $0.filter { $0.object != nil } }
    return Self.walker.withLock { walker in
      let analysis = SnapshotAnalysis(
        probes: probes, watched: others, roots: roots, walker: walker, names: names,
        limit: Self.objectLimit, locates: locates)
      reservation.reserve(analysis.unnumberedObjects)
      return body(analysis)
    }
  }

  /// What happened to the references and objects of a snapshot by the next one.
  ///
  /// - Returns: The strong references that are gone although the object that had
  ///   them is alive, and the registry's objects that are gone, each in the order of
  ///   the first snapshot.
  package static func changes(
    from before: OwnershipSnapshot, to after: OwnershipSnapshot
  ) -> (cuts: [CellReport.Cut], freed: [String]) {
    let alive = Set(after.graph.nodes.map(\.id))
    let remaining = Set(after.strongReferences)
    let cuts = before.strongReferences.filter { alive.contains($0.from) && !remaining.contains($0) }
    let survivors = Set(after.survivors.map { after.graph.nodes[$0.node].id })
    let freed = before.survivors.map { before.graph.nodes[$0.node].id }
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
  /// The language's own: shown with its owner where it has one, and of no interest alone.
  fileprivate var isStorage: Bool {
    switch self {
    case .array, .dictionary, .set, .box, .error: true
    case .classInstance, .actor, .closureContext, .function, .task, .block, .root, .unknown: false
    }
  }
}
