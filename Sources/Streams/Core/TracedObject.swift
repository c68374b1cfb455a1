#if TRACE_RESOURCES
  @_exported public import ResourceRegistry
#endif

/// The root of every class of the library that owns something: it counts itself.
///
/// This is the one place that knows the registry. With the package trait
/// `TRACE_RESOURCES` every instance enters the registry when it is made and leaves it in
/// its deinit; without, the class is empty and costs nothing. An operator's author
/// derives from a class below this one and has nothing to remember.
///
/// A deinit runs from the subclass to the root and releases the stored properties only
/// after that, so an object leaves the registry before anything that it alone owned.
///
/// Locks, thread-local state and constants that live as long as the process are plumbing
/// and are not counted.
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

  /// Leaves the registry now, for a deinit whose body makes other objects go.
  ///
  /// Without it a bag, whose deinit disposes what it holds, would be recorded as released
  /// after what it held.
  @inline(__always)
  final func leaveRegistry() {
    #if TRACE_RESOURCES
      Resources.unregister(record)
      record = .untracked
    #endif
  }

  /// Leaves the registry as if it had never been there, for constants of the library.
  final func doNotCount() {
    #if TRACE_RESOURCES
      Resources.forget(record)
      record = .untracked
    #endif
  }
}

/// The root of the counted classes of the package's other libraries.
///
/// Open only because they are other modules: programs cannot derive from it, since they
/// cannot call its initialiser.
open class PackageObject: TracedObject, @unchecked Sendable {
  /// An object that counts itself.
  package init(counted: Void) {
    super.init()
  }

  /// Passes a trace point of the registry, if there is one.
  package final func trace(_ point: StaticString, with argument: AnyObject) {
    #if TRACE_RESOURCES
      Resources.tracePoint(point, of: self, with: argument)
    #endif
  }
}
