import Synchronization

/// An object that assigns names to objects, such as `SinkDisposer#1`. The names contain no
/// addresses.
///
/// A name consists of a type and a number. The numbers are assigned in the order in which names are
/// requested. An object keeps its name. A new object at the address of an earlier one gets a new
/// name only if its type or generation differs. ``AddressReservation`` can prevent new objects from
/// getting the addresses of earlier ones.
///
/// Names may be requested on several threads.
package final class ObjectNames: Sendable {
  private struct Key: Hashable {
    var address: UInt
    var type: String
    var generation: UInt64
    var part: String
  }

  private struct State {
    var names: [Key: String] = [:]
    var counts: [String: Int] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// The number of assigned names.
  var count: Int { state.withLock { $0.names.count } }

  /// Returns the name of an object, such as `Feed#2` for the second object of the type `Feed`.
  /// Equal arguments always produce the same name.
  ///
  /// - Parameter generation: A number that distinguishes objects with the same address and type, if
  ///   known; otherwise 0.
  /// - Parameter part: A text that distinguishes several parts of an object; empty for the object
  ///   itself.
  package func name(
    for address: UInt, type: String, generation: UInt64 = 0, part: String = ""
  ) -> String {
    let key = Key(address: address, type: type, generation: generation, part: part)
    return state.withLock { state in
      if let known = state.names[key] { return known }
      let number = state.counts[type, default: 0] + 1
      state.counts[type] = number
      let name = "\(type)#\(number)"
      state.names[key] = name
      return name
    }
  }
}
