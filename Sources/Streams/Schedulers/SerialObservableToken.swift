#if TRACE_RESOURCES
  import Synchronization
#endif

/// Held by each sequence that is observed on a serial dispatch queue, so that such are counted.
///
/// Empty when tracing is off.
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
    /// How many sequences exist that `observe(on:)` made for a serial dispatch queue.
    public static var numberOfSerialDispatchQueueObservables: Int32 {
      serialObservables.load(ordering: .relaxed)
    }
  }
#endif
