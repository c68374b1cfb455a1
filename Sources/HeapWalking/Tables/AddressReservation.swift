import Synchronization

/// An object that prevents the reuse of other objects' addresses, without keeping these objects
/// alive.
///
/// An object is destroyed when its last strong reference is released, even if unowned references to
/// it exist. Its memory, however, is freed only when the last unowned reference is released.
/// Therefore no other object can have a reserved address while the reservation exists. Source: the
/// states of an object in `RefCount.h` in the Swift repository.
package final class AddressReservation: Sendable {
  private struct Entry {
    unowned let object: AnyObject
  }

  private let entries = Mutex<[UInt: Entry]>([:])

  package init() {}

  /// Reserves the addresses of live objects. Each object must have the header of a Swift object.
  package func reserve(_ objects: some Sequence<UInt>) {
    entries.withLock { entries in
      for object in objects where entries[object] == nil {
        guard let pointer = unsafe UnsafeRawPointer(bitPattern: object) else { continue }
        // The reference is valid, because the caller ensures that the object is alive.
        entries[object] = unsafe Unmanaged<AnyObject>.fromOpaque(pointer)
          ._withUnsafeGuaranteedRef { Entry(object: $0) }
      }
    }
  }
}
