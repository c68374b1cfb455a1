import Synchronization

/// Another name of `Observable`, for files in which a different type has that name.
public typealias RxObservable<Element> = Observable<Element>

/// The base class of disposables.
public typealias DisposeBase = TracedObject

#if DEBUG || TRACE_RESOURCES
  /// The largest number of sequences nested in each other that `concat`, `retry` or
  /// `catch(sequence:)` was going through at once.
  ///
  /// A diagnostic for tests, process-wide. Assigning 0 starts a new measurement.
  public var maxTailRecursiveSinkStackSize: Int {
    get { deepestNesting.load(ordering: .relaxed) }
    set { deepestNesting.store(newValue, ordering: .relaxed) }
  }

  private let deepestNesting = Atomic<Int>(0)
#endif

/// Records the number of sequences nested in each other that one sink is going through.
@inline(__always)
func noteNesting(_ depth: Int) {
  #if DEBUG || TRACE_RESOURCES
    if depth > deepestNesting.load(ordering: .relaxed) {
      deepestNesting.max(depth, ordering: .relaxed)
    }
  #endif
}
