import LeakAnalysis
import ResourceRegistry

/// What a cell's body plays against: the owners it keeps, and the moments it reports.
///
/// The host is the only one to own what a cell keeps, by name, so that the
/// runner can drop all of it and a report can name what holds a survivor. Handlers
/// refer to the host weakly, or it would be a part of the graph it looks at.
///
/// A host is used by one thread at a time: the runner's, or one that it waits for.
package final class CellHost: @unchecked Sendable {
  /// `nil` where no snapshot is wanted.
  private let recorder: OwnershipRecorder?
  private var owners: [(name: String, object: AnyObject)] = []

  /// The snapshots, in an object of their own: code of other modules reads the host's
  /// fields in place, and must not depend on how large a snapshot is.
  private final class Moments {
    var subscribed: OwnershipSnapshot?
    var ended: OwnershipSnapshot?
  }

  private let moments = Moments()

  /// The first snapshot taken while subscribed.
  private(set) var subscribedSnapshot: OwnershipSnapshot? {
    get { moments.subscribed }
    set { moments.subscribed = newValue }
  }

  /// The snapshot taken once ended.
  private(set) var endedSnapshot: OwnershipSnapshot? {
    get { moments.ended }
    set { moments.ended = newValue }
  }

  /// What the registry knew when `subscribe` was called; `nil` where the body does not note it.
  private(set) var subscribeMark: ResourceMark?

  /// Elements and terminal events that reached the cell's handlers.
  package private(set) var deliveries = 0
  /// A Boolean value indicating whether the ending of the cell reached its handlers.
  private(set) var sawEnding = false

  /// The first thing that the cell found wrong by itself; `nil` if nothing was.
  private(set) var fault: String?

  /// Keep objects that retain each other in cycles while the cell ends, to see what the ending cuts.
  private let keepsCycles: Bool
  private var kept: [AnyObject] = []
  private var endsRuntime: [() -> Void] = []

  /// Called when the cell has checked something, with whether the check passed.
  private let onCheck: ((Bool) -> Void)?

  /// What the snapshots before the last one are for.
  private let purpose: OwnershipSnapshot.Purpose

  init(
    recorder: OwnershipRecorder?, purpose: OwnershipSnapshot.Purpose = .comparison,
    keepsCycles: Bool = false, onCheck: ((Bool) -> Void)? = nil
  ) {
    self.onCheck = onCheck
    self.recorder = recorder
    self.purpose = purpose
    self.keepsCycles = keepsCycles
  }

  /// Owns `object` under `name` until ``drop(_:)`` or the end of the cell.
  package func keep(_ name: String, _ object: AnyObject) {
    owners.append((name, object))
  }

  /// Judges an object of the cell's own, whose class does not register itself.
  package func watch(_ object: AnyObject) {
    recorder?.watch(object)
  }

  /// Says how to end what the runtime keeps: a timer, a task, a dispatch source.
  ///
  /// - Parameter body: Ends it and returns when the runtime has released it.
  package func endRuntime(by body: @escaping () -> Void) {
    endsRuntime.append(body)
  }

  /// Ends what the runtime keeps.
  func endRuntime() {
    let bodies = endsRuntime
    endsRuntime = []
    for body in bodies { body() }
  }

  /// Returns the object owned under `name`.
  package func owner(_ name: String) -> AnyObject? {
    owners.first { $0.name == name }?.object
  }

  /// Releases what is owned under `name`, if anything is.
  package func drop(_ name: String) {
    guard let index = owners.firstIndex(where: { $0.name == name }) else { return }
    // Taken out first: releasing an owner may run handlers that ask the host.
    let removed = owners.remove(at: index)
    withExtendedLifetime(removed) {}
  }

  /// Fails the cell, which has found by itself what a correct library does not do.
  ///
  /// - Parameter reason: What is wrong, one clause. Only the first is reported.
  package func fail(_ reason: String) {
    if fault == nil { fault = reason }
    onCheck?(false)
  }

  /// Notes that something that the cell checked by itself is as it must be.
  package func passed() { onCheck?(true) }

  /// Notes that an event reached a handler.
  package func delivered() {
    deliveries += 1
  }

  /// Notes that the cell's own ending reached a handler, before the snapshot `ended`.
  package func finished() {
    sawEnding = sawEnding || endedSnapshot == nil
  }

  /// Notes that `subscribe` is called next; only the first call does.
  package func subscribing() {
    if recorder != nil, subscribeMark == nil { subscribeMark = Resources.mark() }
  }

  /// Takes the snapshot `subscribed`; only the first call does.
  package func subscribed() {
    guard let recorder, subscribedSnapshot == nil else { return }
    subscribedSnapshot = recorder.snapshot(roots: roots, for: purpose)
    if keepsCycles { kept = recorder.cycleMembers(roots: roots) }
  }

  /// Takes the snapshot `ended`; only the first call does.
  package func ended() {
    guard let recorder, endedSnapshot == nil else { return }
    endedSnapshot = recorder.snapshot(roots: roots, for: purpose)
    kept = []
  }

  /// Drops all owners but those named.
  func dropAll(except kept: [String] = []) {
    self.kept = []
    for name in owners.map(\.name) where !kept.contains(name) {
      drop(name)
    }
  }

  /// What survives now, with the owners as roots.
  func snapshot(
    for purpose: OwnershipSnapshot.Purpose, runtimeOwner: String? = nil
  ) -> OwnershipSnapshot {
    recorder?.snapshot(roots: roots, for: purpose, runtimeOwner: runtimeOwner)
      ?? OwnershipSnapshot()
  }

  private var roots: [Root] { owners.map { Root($0.name, $0.object) } }
}
