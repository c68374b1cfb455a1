#if TRACE_RESOURCES
  import Synchronization
#endif

/// A token that is stored in each sequence that `observe(on:)` creates for a serial dispatch queue.
/// The number of tokens is therefore the number of these sequences.
///
/// Tokens are counted only if the package trait `TRACE_RESOURCES` is on.
struct SerialObservableToken: ~Copyable {
  init() {
    #if TRACE_RESOURCES
      serialObservables.add(1, ordering: .relaxed)
    #endif
  }

  deinit {
    #if TRACE_RESOURCES
      serialObservables.subtract(1, ordering: .relaxed)
    #endif
  }
}

#if TRACE_RESOURCES
  private let serialObservables = Atomic<Int32>(0)

  extension Resources {
    /// The number of existing sequences that `observe(on:)` created for a serial dispatch queue.
    public static var numberOfSerialDispatchQueueObservables: Int32 {
      serialObservables.load(ordering: .relaxed)
    }
  }
#endif
