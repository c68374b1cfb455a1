extension Resources {
  /// Registers an object. The object must call `unregister(_:)` in its `deinit`.
  ///
  /// Until that call, the registry may read the object's memory. The memory is still allocated
  /// while `deinit` runs, so this is safe.
  ///
  /// This function is inlined into initializers. If it were a call, the initializer would pass the
  /// object as an argument. Swift would then retain the object and the values that the initializer
  /// stores.
  @inlinable @inline(__always)
  package static func register(_ object: AnyObject) -> ResourceHandle {
    let address = unsafe UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    return register(address: address, type: type(of: object))
  }

  /// Registers an object by its address and class. This is the part of `register(_:)` that is not
  /// inlined.
  @usableFromInline @inline(never)
  package static func register(address: UInt, type: AnyClass) -> ResourceHandle {
    Registry.register(address, of: type)
  }

  /// Removes the object that a handle identifies, and records its release if a recording is
  /// running. Does nothing if the handle is `untracked`.
  @inline(never)
  package static func unregister(_ handle: ResourceHandle) {
    guard !handle.isUntracked else { return }
    let record = Registry.unregister(handle)
    if EventLog.isRecording {
      EventLog.append(release: record.type, sequence: record.sequence)
    }
  }

  /// Removes the object that a handle identifies, without recording a release.
  package static func unregisterSilently(_ handle: ResourceHandle) {
    if !handle.isUntracked { _ = Registry.unregister(handle) }
  }
}
