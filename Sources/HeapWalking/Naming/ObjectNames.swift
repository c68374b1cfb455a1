import Synchronization

/// Gives objects names that say nothing of where they are: `SinkDisposer#1`.
///
/// A name is a type and a number in order of asking. An object keeps its name from
/// one question to the next. One that came to be at the address of another gets a new name
/// if its type or generation is another; see ``AddressReservation`` for one without either.
///
/// Names may be asked for on several threads.
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

  /// The number of names that were given.
  var count: Int { state.withLock { $0.names.count } }

  /// - Parameter generation: Tells objects apart that had the same address and type,
  ///   where that is known; otherwise 0.
  /// - Parameter part: Tells apart what an object has several of.
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
