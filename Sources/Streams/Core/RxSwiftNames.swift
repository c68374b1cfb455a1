import Synchronization

/// Another name for ``Observable``, for files in which a different type is named `Observable`.
public typealias RxObservable<Element> = Observable<Element>

/// Another name for ``TracedObject``, the base class of all objects that the library counts.
public typealias DisposeBase = TracedObject

#if DEBUG || TRACE_RESOURCES
  /// The maximum depth to which sequences were nested in a single subscription to `concat`, `retry`
  /// or `catch(sequence:)`.
  ///
  /// This is a process-wide diagnostic for tests. Assigning 0 starts a new measurement. Release
  /// builds without the package trait `TRACE_RESOURCES` do not contain this variable.
  public var maxTailRecursiveSinkStackSize: Int {
    get { deepestNesting.load(ordering: .relaxed) }
    set { deepestNesting.store(newValue, ordering: .relaxed) }
  }

  private let deepestNesting = Atomic<Int>(0)
#endif

/// Records the number of nested sequences of one sink for `maxTailRecursiveSinkStackSize`.
@inline(__always)
func noteNesting(_ depth: Int) {
  #if DEBUG || TRACE_RESOURCES
    if depth > deepestNesting.load(ordering: .relaxed) {
      deepestNesting.max(depth, ordering: .relaxed)
    }
  #endif
}
