extension Resources {
  /// Enters an object, which must leave with `unregister(_:)` in its deinit.
  ///
  /// The deinit rule is what makes probes safe: the registry reads the object's memory
  /// until the object has left.
  package static func register(_ object: AnyObject) -> ResourceHandle {
    Registry.withShared { $0.register(object) }
  }

  /// Takes out the object that a handle was given for; does nothing for `untracked`.
  package static func unregister(_ handle: ResourceHandle) {
    guard !handle.isUntracked else { return }
    Registry.withShared { $0.unregister(handle) }
  }

  /// Takes out the object that a handle was given for, without recording a release.
  package static func forget(_ handle: ResourceHandle) {
    guard !handle.isUntracked else { return }
    Registry.withShared { $0.forget(handle) }
  }
}
