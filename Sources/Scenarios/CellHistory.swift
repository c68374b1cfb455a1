import LeakAnalysis
import Findings
import ResourceRegistry

/// The objects that a matrix cell allocated, and the order in which they were freed, according to
/// the registry's events and the cell's snapshots.
struct CellHistory {
  private let host: CellHost
  private let released: OwnershipSnapshot
  /// The position of each freed object in the order of deallocation. The key is the object's
  /// sequence number in the resource registry.
  private let order: [UInt64: Int]

  /// - Parameters:
  ///   - released: The snapshot after the cell's owners were released, except those that the
  ///     expectation names.
  ///   - releases: The deallocations that the registry has recorded since the start of the cell.
  init(
    _ host: CellHost, released: OwnershipSnapshot, releases: [Resources.ReleaseEvent]
  ) {
    self.host = host
    self.released = released
    order = Dictionary(
      releases.enumerated().map { ($0.element.sequence, $0.offset) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Writes into the report of the cell the objects that were allocated, those that the ending
  /// freed, and those that were freed after the owners were released. Each list is in the order of
  /// allocation or deallocation.
  func record(in report: inout CellReport) {
    guard let subscribed = host.subscribedSnapshot, let ended = host.endedSnapshot else { return }
    // `survivors` contains an object twice if the object registers itself and is also watched.
    let ids = subscribed.survivors.map { subscribed.graph[$0.node].id }
    report.allocated = ids.uniqued()
    report.allocatedBeforeSubscribe = host.subscribeMark.map { mark in
      zip(subscribed.survivors, ids).filter { $0.0.sequence <= mark.sequence }.map(\.1).uniqued()
        .count
    }
    report.freed = freedObjects(from: subscribed, in: ended)
    report.released = freedObjects(from: ended, in: released)
  }

  private func freedObjects(
    from before: OwnershipSnapshot, in after: OwnershipSnapshot
  ) -> [String] {
    let alive = Set(after.survivors.map(\.sequence))
    func position(_ survivor: Survivor) -> Int { order[survivor.sequence] ?? .max }
    let freed = before.survivors.filter { !alive.contains($0.sequence) }
      .enumerated().sorted { (position($0.element), $0.offset) < (position($1.element), $1.offset) }
      .map { before.graph[$0.element.node].id }
    return freed.uniqued()
  }
}
