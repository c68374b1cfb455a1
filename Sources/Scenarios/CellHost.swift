import LeakAnalysis
import ResourceRegistry

/// The host of a matrix cell. The body of the cell registers its owners with the host and reports
/// progress to it.
///
/// The owners are the objects that must outlive the body. Only the host retains them, so the runner
/// can release all of them. Each owner has a name, so a report can name the owner of an object that
/// survives. A handler that may survive must refer to the host weakly; otherwise, the host would be
/// part of the examined graph.
///
/// Only one thread at a time may use a host: the thread of ``CellRunner``, or a thread for which
/// the runner waits.
package final class CellHost: @unchecked Sendable {
  /// The recorder of snapshots; `nil` if no snapshot is requested.
  private let recorder: OwnershipRecorder?
  private var owners: [(name: String, object: AnyObject)] = []

  /// The snapshots. They are in a separate object, so that the layout of the host does not depend
  /// on the size of a snapshot.
  private final class Snapshots {
    var subscribed: OwnershipSnapshot?
    var ended: OwnershipSnapshot?
  }

  private let snapshots = Snapshots()

  /// The snapshot that ``takeSubscribedSnapshot()`` took; `nil` if there is none.
  private(set) var subscribedSnapshot: OwnershipSnapshot? {
    get { snapshots.subscribed }
    set { snapshots.subscribed = newValue }
  }

  /// The snapshot that ``takeEndedSnapshot()`` took; `nil` if there is none.
  private(set) var endedSnapshot: OwnershipSnapshot? {
    get { snapshots.ended }
    set { snapshots.ended = newValue }
  }

  /// The registry's state before `subscribe` was called; `nil` if the body does not report the
  /// call.
  private(set) var subscribeMark: ResourceMark?

  /// The number of elements and terminal events that reached the cell's handlers.
  package private(set) var deliveries = 0
  /// A Boolean value indicating whether the ending of the cell reached a handler before
  /// ``takeEndedSnapshot()`` took its snapshot.
  private(set) var isEndingDelivered = false

  /// The maximum number of failed checks that are described.
  private static let maxFailures = 5
  private var failures: [String] = []

  /// The distinct failed checks that the cell reported, in order. If there are more than five, the
  /// last entry is the number of the others, at most 995.
  var failedChecks: [String] {
    let more = failures.count - Self.maxFailures
    return failures.prefix(Self.maxFailures)
      + (more > 0 ? ["and \(more) more failed check\(more == 1 ? "" : "s")"] : [])
  }

  /// A Boolean value indicating whether the host itself retains the objects that are in cycles. The
  /// host releases them after the snapshot in ``takeEndedSnapshot()``. Because none of them is
  /// freed earlier, the snapshot can show which of their references the ending has cut.
  private let keepsCycles: Bool
  private var retainedCycleMembers: [AnyObject] = []
  private var runtimeOwnerCleanups: [() -> Void] = []

  /// A closure that is called after each check, with a Boolean value indicating whether the check
  /// passed.
  private let onCheck: ((Bool) -> Void)?

  /// The purpose of the snapshots `subscribed` and `ended`.
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

  /// Includes an object in the snapshots. Call this if the class of the object does not register
  /// its instances.
  package func watch(_ object: AnyObject) {
    recorder?.watch(object)
  }

  /// Adds a closure that ends the runtime's ownership of an object. Owners in the runtime are, for
  /// example, timers, tasks and dispatch sources.
  ///
  /// - Parameter body: A closure that ends the ownership and returns when the runtime has released
  ///   the object.
  package func addRuntimeOwnerCleanup(_ body: @escaping () -> Void) {
    runtimeOwnerCleanups.append(body)
  }

  /// Calls the closures that end the runtime's ownership, each at most once.
  func endRuntimeOwnership() {
    let cleanups = runtimeOwnerCleanups
    runtimeOwnerCleanups = []
    for cleanup in cleanups { cleanup() }
  }

  /// Returns the object that is kept under `name`; `nil` if there is none.
  package func owner(_ name: String) -> AnyObject? {
    owners.first { $0.name == name }?.object
  }

  /// Releases the object that is kept under `name`, if there is one.
  package func drop(_ name: String) {
    guard let index = owners.firstIndex(where: { $0.name == name }) else { return }
    // The object is removed from the list before it is released, because the release may run
    // handlers that use the host.
    let removed = owners.remove(at: index)
    withExtendedLifetime(removed) {}
  }

  /// Records that the cell has found a defect in the library. The cell then fails.
  ///
  /// - Parameter reason: A description of the defect in one clause. Defects with the same
  ///   description are reported once.
  package func fail(_ reason: String) {
    // A cell may check many elements in a loop.
    if failures.count < 1_000, !failures.contains(reason) { failures.append(reason) }
    onCheck?(false)
  }

  /// Records that a check of the cell passed.
  package func recordPassedCheck() { onCheck?(true) }

  /// Records that an event reached a handler.
  package func recordDelivery() {
    deliveries += 1
  }

  /// Records that the ending of the cell reached a handler. Has no effect after
  /// ``takeEndedSnapshot()``.
  package func recordEnding() {
    isEndingDelivered = isEndingDelivered || endedSnapshot == nil
  }

  /// Records that the body is about to call `subscribe`. Only the first call has an effect.
  package func recordSubscribeCall() {
    if recorder != nil, subscribeMark == nil { subscribeMark = Resources.mark() }
  }

  /// Takes the snapshot `subscribed`. Only the first call has an effect.
  package func takeSubscribedSnapshot() {
    guard let recorder, subscribedSnapshot == nil else { return }
    subscribedSnapshot = recorder.snapshot(roots: roots, for: purpose)
    if keepsCycles { retainedCycleMembers = recorder.cycleMembers(roots: roots) }
  }

  /// Takes the snapshot `ended`. Only the first call has an effect.
  package func takeEndedSnapshot() {
    guard let recorder, endedSnapshot == nil else { return }
    endedSnapshot = recorder.snapshot(roots: roots, for: purpose)
    retainedCycleMembers = []
  }

  /// Releases all owners except the named ones.
  func dropAll(except kept: [String] = []) {
    retainedCycleMembers = []
    for name in owners.map(\.name) where !kept.contains(name) {
      drop(name)
    }
  }

  /// Returns a snapshot of the objects that are alive now, with the owners as roots.
  ///
  /// - Parameter reported: The fingerprints of findings whose suggested break is not tried.
  func snapshot(
    for purpose: OwnershipSnapshot.Purpose, runtimeOwner: String? = nil,
    reported: Set<String> = []
  ) -> OwnershipSnapshot {
    recorder?.snapshot(
      roots: roots, for: purpose, runtimeOwner: runtimeOwner, reported: reported)
      ?? OwnershipSnapshot()
  }

  private var roots: [Root] { owners.map { Root($0.name, $0.object) } }
}
