import Synchronization

/// An object that prevents addresses of objects from being reused, without keeping the objects
/// alive.
///
/// An object with an unowned reference is destroyed as usual when its last strong reference is
/// released, but its memory is freed only with the unowned reference. As long as a reservation
/// exists, an address that it reserved denotes one object. Source: the states of an object in
/// `RefCount.h` in the Swift repository.
package final class AddressReservation: Sendable {
  private struct Entry {
    unowned let object: AnyObject
  }

  private let entries = Mutex<[UInt: Entry]>([:])

  package init() {}

  /// Reserves the addresses of live objects, each with the header of a Swift object.
  package func reserve(_ objects: some Sequence<UInt>) {
    entries.withLock { entries in
      for object in objects where entries[object] == nil {
        guard let pointer = unsafe UnsafeRawPointer(bitPattern: object) else { continue }
        // Valid: the caller ensures that the object is alive.
        entries[object] = unsafe Unmanaged<AnyObject>.fromOpaque(pointer)
          ._withUnsafeGuaranteedRef { Entry(object: $0) }
      }
    }
  }
}
