extension Resources {
  /// Enters an object, which must leave with `unregister(_:)` in its deinit.
  ///
  /// The deinit rule is what makes probes safe: the registry reads the object's memory
  /// until the object has left.
  ///
  /// Inlined into initialisers, where the object as an argument would be retained for the
  /// call, and what the initialiser stores as well.
  @inlinable @inline(__always)
  /// Registers an object, which must call `unregister(_:)` in its `deinit`.
  ///
  /// The rule makes probes safe: the registry reads the object's memory until the object has left.
  ///
  /// Inlined into initializers, where passing the object as an argument would retain it and the
  /// values that the initializer stores.
  package static func register(_ object: AnyObject) -> ResourceHandle {
    let address = unsafe UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    return enter(address, of: type(of: object))
  }

  /// Enters the object of a class at an address: what of `register(_:)` is not inlined.
  @usableFromInline @inline(never)
  /// Registers the object of a class at an address: the part of `register(_:)` that is not inlined.
  package static func enter(_ address: UInt, of type: AnyClass) -> ResourceHandle {
    Registry.register(address, of: type)
  }

  /// Removes the object with a handle. Has no effect for `untracked`.
  @inline(never)
  package static func unregister(_ handle: ResourceHandle) {
    guard !handle.isUntracked else { return }
    let record = Registry.unregister(handle)
    if EventLog.isRecording {
      EventLog.append(release: record.type, sequence: record.sequence)
    }
  }

  /// Removes the object with a handle without recording a release.
  package static func forget(_ handle: ResourceHandle) {
    if !handle.isUntracked { _ = Registry.unregister(handle) }
  }
}
