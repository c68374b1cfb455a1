import Synchronization

/// Names one observation for as long as the process lives.
struct RACKVOContext: Hashable, Sendable {
  let number: UInt64
}

/// The one observer of all key paths: it hands each change on to the trampoline whose
/// context it came for.
///
/// It holds the trampolines weakly. A change that comes for one that is gone is dropped,
/// where the trampoline itself would have been a dangling observer.
final class RACKVOProxy: Sendable {
  static let shared = RACKVOProxy()

  private let state = Mutex(State())

  private struct State: Sendable {
    var trampolines: [RACKVOContext: WeakTrampoline] = [:]
    var nextNumber: UInt64 = 0
  }

  private struct WeakTrampoline: @unchecked Sendable {
    weak var trampoline: RACKVOTrampoline?
  }

  private init() {}

  /// The number of observations that were not ended.
  var count: Int { state.withLock { $0.trampolines.count } }

  /// Enters a trampoline and names its observation.
  func add(_ trampoline: RACKVOTrampoline) -> RACKVOContext {
    let entry = WeakTrampoline(trampoline: trampoline)
    return state.withLock { state in
      let context = RACKVOContext(number: state.nextNumber)
      state.nextNumber += 1
      state.trampolines[context] = entry
      return context
    }
  }

  /// Forgets a trampoline.
  func remove(_ context: RACKVOContext) {
    state.withLock { state in _ = state.trampolines.removeValue(forKey: context) }
  }

  /// Hands a change on, outside the lock.
  func observe(_ change: RACKeyValueChange, _ context: RACKVOContext) {
    let entry = state.withLock { $0.trampolines[context] }
    entry?.trampoline?.observe(change)
  }
}
