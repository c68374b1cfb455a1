import Synchronization

/// The identity of one observation, unique within the process.
struct RACKVOContext: Hashable, Sendable {
  let number: UInt64
}

/// The one observer of all key paths, which passes each change to the trampoline with the context
/// of the change.
///
/// It refers to the trampolines weakly. A change for a trampoline that has been deallocated is
/// dropped; if the trampoline itself were the observer, it would be a dangling one.
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
