#if TRACE_RESOURCES
  @_exported public import ResourceRegistry
#endif

/// The base class of the sequences, observers, disposables and other objects that the library
/// counts.
///
/// With the package trait `TRACE_RESOURCES`, an instance is added to the registry in its
/// initializer and removed from it in its `deinit`. Without the trait, the class is empty and has
/// no cost.
///
/// The `deinit` of this class runs before the stored properties of its subclasses are released, so
/// an object is removed from the registry before the objects that only it retains.
///
/// Schedulers, timers, gates, locks, thread-local state and constants that exist as long as the
/// process are not counted.
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

  /// Removes the object from the registry now, for a `deinit` whose body releases other objects.
  ///
  /// Without this call a bag, whose `deinit` disposes its members, would be recorded as released
  /// after them.
  @inline(__always)
  final func leaveRegistry() {
    #if TRACE_RESOURCES
      Resources.unregister(record)
      record = .untracked
    #endif
  }

  /// Removes the object from the registry without recording a release, for constants of the
  /// library.
  final func doNotCount() {
    #if TRACE_RESOURCES
      Resources.forget(record)
      record = .untracked
    #endif
  }
}

/// The base class of the counted classes in the other libraries of this package.
///
/// The class is open for those libraries only. A program cannot subclass it, because the
/// initializer is visible only inside the package.
open class PackageObject: TracedObject, @unchecked Sendable {
  /// Creates an object and counts it.
  package init(counted: Void) {
    super.init()
  }

  /// Records that the object passed a trace point, if a recording is running.
  package final func trace(_ point: StaticString, with argument: AnyObject) {
    #if TRACE_RESOURCES
      Resources.tracePoint(point, of: self, with: argument)
    #endif
  }
}
