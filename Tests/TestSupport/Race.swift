import Dispatch
import Foundation
import Synchronization

/// Runs two closures at the same time on two threads, many times.
///
/// Both threads exist during the whole race. Before each run, they wait for each other, so that the
/// closures start at nearly the same time.
///
/// - Parameters:
///   - runs: The number of runs.
///   - prepare: A closure that creates the value shared by the closures of one run.
///   - first: The closure that runs on the first thread.
///   - second: The closure that runs on the second thread.
///   - check: A closure that is called after both closures have returned.
public func race<Shared: Sendable>(
  runs: Int,
  prepare: () -> Shared,
  _ first: @escaping @Sendable (Shared) -> Void,
  _ second: @escaping @Sendable (Shared) -> Void,
  check: (Shared) -> Void
) {
  let stage = Stage<Shared>()
  let finished = DispatchSemaphore(value: 0)
  DispatchQueue.global().async {
    for run in 1...runs {
      stage.arrive(.guest, at: run)
      stage.awaitArrival(of: .host, at: run)
      if let shared = stage.shared.withLock({ $0 }) { second(shared) }
      stage.leave(.guest, at: run)
      stage.awaitLeaving(of: .host, at: run)
    }
    finished.signal()
  }
  for run in 1...runs {
    let shared = prepare()
    stage.shared.withLock { $0 = shared }
    stage.awaitArrival(of: .guest, at: run)
    stage.arrive(.host, at: run)
    first(shared)
    stage.awaitLeaving(of: .guest, at: run)
    stage.shared.withLock { $0 = nil }
    check(shared)
    stage.leave(.host, at: run)
  }
  finished.wait()
}

/// An object with which the two threads of a race wait for each other.
private final class Stage<Shared: Sendable>: Sendable {
  enum Side { case host, guest }

  let shared = Mutex<Shared?>(nil)
  private let hostArrived = Atomic<Int>(0)
  private let guestArrived = Atomic<Int>(0)
  private let hostLeft = Atomic<Int>(0)
  private let guestLeft = Atomic<Int>(0)

  func arrive(_ side: Side, at run: Int) {
    switch side {
    case .host: hostArrived.store(run, ordering: .sequentiallyConsistent)
    case .guest: guestArrived.store(run, ordering: .sequentiallyConsistent)
    }
  }

  func leave(_ side: Side, at run: Int) {
    switch side {
    case .host: hostLeft.store(run, ordering: .sequentiallyConsistent)
    case .guest: guestLeft.store(run, ordering: .sequentiallyConsistent)
    }
  }

  func awaitArrival(of side: Side, at run: Int) {
    var spins = 0
    while arrived(side) < run { pause(&spins) }
  }

  func awaitLeaving(of side: Side, at run: Int) {
    var spins = 0
    while left(side) < run { pause(&spins) }
  }

  private func arrived(_ side: Side) -> Int {
    switch side {
    case .host: hostArrived.load(ordering: .sequentiallyConsistent)
    case .guest: guestArrived.load(ordering: .sequentiallyConsistent)
    }
  }

  private func left(_ side: Side) -> Int {
    switch side {
    case .host: hostLeft.load(ordering: .sequentiallyConsistent)
    case .guest: guestLeft.load(ordering: .sequentiallyConsistent)
    }
  }

  /// Spins for a short time. Then sleeps, because the other thread may need this processor.
  ///
  /// On a loaded machine, a thread that only yields the processor gets it back after the time
  /// slices of other processes. A thread that wakes up from a sleep gets it at once.
  private func pause(_ spins: inout Int) {
    spins += 1
    if spins > 500 { usleep(20) }
  }
}
