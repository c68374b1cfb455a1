import Foundation
import Streams
import Synchronization

/// Sends through an asynchronous sequence, whose tasks it waits for at every step.
///
/// What a task holds of the stream is kept until the task has let go of it, so that
/// nothing of a cell dies on another thread while the runner looks.
final class AsyncFeed: StreamFeed {
  /// Objects that are only kept.
  private struct Kept: @unchecked Sendable {
    var objects: [AnyObject] = []
  }

  private let ticks = Ticks()
  #if TRACE_RESOURCES
    private let mark = Resources.mark()
  #endif

  func observable(sending events: [Event<Int>]) -> Observable<Int> { ticks.asObservable() }

  func send(_ event: Event<Int>) {
    let begun = iterations
    wait { ticks.channels.count >= begun }
    let kept = event.isStopEvent ? others : Kept()
    for channel in ticks.channels { channel.send(event) }
    if event.isStopEvent { wait { iterations == 0 } }
    withExtendedLifetime(kept) {}
  }

  func settle() {
    let kept = others
    wait { iterations == 0 }
    withExtendedLifetime(kept) {}
  }

  /// The iterations that tasks hold.
  private var iterations: Int {
    #if TRACE_RESOURCES
      Resources.probes(since: mark).count { $0.typeName == Self.iteration }
    #else
      0
    #endif
  }

  /// The stream's other objects.
  private var others: Kept {
    #if TRACE_RESOURCES
      Kept(
        objects: Resources.probes(since: mark).filter { $0.typeName != Self.iteration }
          .compactMap(\.object))
    #else
      Kept()
    #endif
  }

  private static let iteration = "AsyncSequenceIteration"

  /// Waits for a task's next step; a cell that waits in vain is found by what it leaves.
  private func wait(until isDone: () -> Bool) {
    let deadline = DispatchTime.now() + .seconds(2)
    while !isDone() && DispatchTime.now() < deadline { sched_yield() }
  }
}
