extension Resources {
  /// A position in the order in which objects are registered.
  public struct Mark: Sendable, Hashable {
    /// The sequence number of the last object that was registered before this position.
    package let sequence: UInt64
  }

  /// A weak reference to an object, with the object's type and sequence number.
  public struct Probe: @unchecked Sendable {
    /// The object, or `nil` once its deinitialization has begun.
    public weak var object: AnyObject?
    /// The object's dynamic class.
    public let type: AnyClass
    /// The position of the object in the order of registration on all threads. Objects that were
    /// registered later have larger numbers.
    public let sequence: UInt64
    /// The address of the object. It has no meaning once `object` is `nil`.
    package let address: UInt

    /// Creates a probe of an object that does not register itself.
    package init(watching object: AnyObject, sequence: UInt64, address: UInt) {
      self.object = object
      type = Swift.type(of: object)
      self.sequence = sequence
      self.address = address
    }

    init(object: AnyObject?, type: AnyClass, sequence: UInt64, address: UInt) {
      self.object = object
      self.type = type
      self.sequence = sequence
      self.address = address
    }

    /// The name of the object's class, without module and generic arguments.
    public var typeName: String { ResourceTypeName.name(of: type) }
  }

  /// Returns the current position in the order of registration.
  public static func mark() -> ResourceMark {
    Mark(sequence: Registry.latestSequence)
  }

  /// Returns weak references to the live objects that were registered after a mark, oldest first.
  ///
  /// An object that another thread deallocates during the call is either omitted or represented by
  /// a probe whose object is `nil`, never by a reference to freed memory. A probe does not retain
  /// its object.
  ///
  /// - Parameter mark: The result of an earlier call to ``mark()``.
  /// - Complexity: O(*n* + *k* log *k*) for *k* objects after the mark, where *n* is the largest
  ///   number of objects that the registry has ever contained at one time.
  public static func probes(since mark: ResourceMark) -> [Probe] {
    var probes: [Probe] = []
    // Creating a probe retains its object for a moment. Meanwhile, other threads may release all
    // other references to the object. Releasing the object here would then run its `deinit`, which
    // would wait for the lock that this thread holds. Therefore this array keeps the objects alive
    // until all locks have been released.
    var kept: [AnyObject] = []
    Registry.withRecords(after: mark.sequence) { record in
      // The object at `address` is still registered, so its memory stays allocated as long as the
      // lock is held.
      guard let pointer = unsafe UnsafeRawPointer(bitPattern: record.address) else { return }
      let retained = unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
      withExtendedLifetime(retained) {
        let probe = Probe(
          object: retained, type: record.type, sequence: record.sequence, address: record.address)
        // If the object is being destroyed, the weak reference is `nil`. Retaining and releasing an
        // object that is being destroyed has no effect.
        guard let object = probe.object else { return }
        kept.append(object)
        probes.append(probe)
      }
    }
    kept.removeAll()
    return probes.sorted { $0.sequence < $1.sequence }
  }
}

/// A position in the order of registration; see `Resources.mark()`.
public typealias ResourceMark = Resources.Mark

/// A weak reference to a registered object; see `Resources.probes(since:)`.
package typealias Probe = Resources.Probe
