/// Gives objects names that say nothing of where they are: `SinkDisposer#1`.
///
/// A name is a type and a number in order of asking. An object keeps its name from
/// one question to the next; one that came to be at the address of another, or of
/// another type, gets a new one.
package final class ObjectNames {
  private struct Key: Hashable {
    var address: UInt
    var type: String
    var generation: UInt64
  }

  private var names: [Key: String] = [:]
  private var counts: [String: Int] = [:]

  package init() {}

  /// - Parameter generation: Tells objects apart that had the same address and type,
  ///   where that is known; otherwise 0.
  package func name(for address: UInt, type: String, generation: UInt64 = 0) -> String {
    let key = Key(address: address, type: type, generation: generation)
    if let known = names[key] { return known }
    let number = counts[type, default: 0] + 1
    counts[type] = number
    let name = "\(type)#\(number)"
    names[key] = name
    return name
  }
}
