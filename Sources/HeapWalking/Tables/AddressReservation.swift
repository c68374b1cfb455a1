import Synchronization

/// Keeps the addresses of objects from being used again, without keeping the objects.
///
/// An object that an unowned reference leads to is destroyed as ever when its last
/// strong reference goes, but its memory is given back only with the unowned reference.
/// As long as a reservation lives, an address that it reserved means one object.
/// Source: the states of an object in `RefCount.h` in the Swift repository.
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
        // Valid: the object is alive, says the caller.
        entries[object] = unsafe Unmanaged<AnyObject>.fromOpaque(pointer)
          ._withUnsafeGuaranteedRef { Entry(object: $0) }
      }
    }
  }
}
