#if TRACE_RESOURCES
  @_exported public import ResourceRegistry
#endif

/// The base class of the sequences, observers, disposables and other objects that the library
/// counts.
///
/// With the package trait `TRACE_RESOURCES`, the initializer adds the object to the resource
/// registry, and the `deinit` removes the object. Without the trait, the class is empty and has no
/// cost.
///
/// The `deinit` of this class runs before the stored properties of its subclasses are released. An
/// object is therefore removed from the registry before the objects that only it retains.
///
/// The library does not count schedulers, testable sequences and observers, internal state such as
/// gates, locks and timers, or constants that exist as long as the process.
open class TracedObject: @unchecked Sendable {
  #if TRACE_RESOURCES
    @safe @exclusivity(unchecked) private final var record = ResourceHandle.untracked
  #endif

  @inline(__always)
  init() {
    #if TRACE_RESOURCES
      record = Resources.register(self)
    #endif
  }

  @inline(__always)
  deinit {
    #if TRACE_RESOURCES
      Resources.unregister(record)
    #endif
  }

  /// Removes the object from the registry. A `deinit` calls this before it releases other objects.
  ///
  /// For example, the `deinit` of a ``DisposeBag`` disposes the members of the bag. Without this
  /// call, the bag would be recorded as released after its members.
  @inline(__always)
  final func leaveRegistry() {
    #if TRACE_RESOURCES
      Resources.unregister(record)
      record = .untracked
    #endif
  }

  /// Removes the object from the registry without recording a release. This is for constants of the
  /// library.
  final func doNotCount() {
    #if TRACE_RESOURCES
      Resources.unregisterSilently(record)
      record = .untracked
    #endif
  }
}

/// The base class for classes of the package's other libraries. Their instances are counted.
///
/// The class is open for those libraries only. A program cannot subclass it, because the
/// initializer is visible only inside the package.
open class PackageObject: TracedObject, @unchecked Sendable {
  /// Creates an object and counts it.
  package init(counted: Void) {
    super.init()
  }

  /// Records an operation of the object as a trace point, if `Resources` is recording.
  package final func trace(_ point: StaticString, with argument: AnyObject) {
    #if TRACE_RESOURCES
      Resources.tracePoint(point, of: self, with: argument)
    #endif
  }
}
