#if TRACE_RESOURCES
  import Synchronization
#endif

/// A token that a sequence stores if `observe(on:)` created it for a serial dispatch queue. The
/// number of tokens is the number of these sequences.
///
/// The tokens are not counted if tracing is off.
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
