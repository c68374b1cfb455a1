/// The identity of one observation, unique within the process.
struct RACKVOContext: Hashable, Sendable {
  let number: UInt64
}

/// The single observer of all observed key paths. It passes each change to the `RACKVOTrampoline`
/// that is registered for the observation's context.
///
/// It refers to the trampolines weakly, and ignores a change if the trampoline has been
/// deallocated. If trampolines were observers themselves, an observed object could refer to a
/// deallocated trampoline.
final class RACKVOProxy: Sendable {
  static let shared = RACKVOProxy()

  private let state = Guarded(State())

  private struct State: Sendable {
    var trampolines: [RACKVOContext: WeakTrampoline] = [:]
    var nextNumber: UInt64 = 0
  }

  private struct WeakTrampoline: @unchecked Sendable {
    weak var trampoline: RACKVOTrampoline?
  }

  private init() {}

  /// The number of observations that have not ended.
  var count: Int { state.withLock { $0.trampolines.count } }

  /// Adds a trampoline and returns the context of its observation.
  func add(_ trampoline: RACKVOTrampoline) -> RACKVOContext {
    let entry = WeakTrampoline(trampoline: trampoline)
    return state.withLock { state in
      let context = RACKVOContext(number: state.nextNumber)
      state.nextNumber += 1
      state.trampolines[context] = entry
      return context
    }
  }

  /// Removes the trampoline of a context.
  func remove(_ context: RACKVOContext) {
    state.withLock { state in _ = state.trampolines.removeValue(forKey: context) }
  }

  /// Passes a change to the trampoline of a context, without holding the lock.
  func observe(_ change: RACKeyValueChange, _ context: RACKVOContext) {
    let entry = state.withLock { $0.trampolines[context] }
    entry?.trampoline?.observe(change)
  }
}
