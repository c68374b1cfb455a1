/// Gives objects their node numbers as they are met.
struct NodeNumbers: ~Copyable {
  /// The objects that have a number.
  private var count: UInt32 = 0
  /// Those that got theirs since they were last taken away.
  private var fresh = WorkList<UInt>()

  /// Returns the number of an object, a new one if it was not met before.
  @inline(__always)
  mutating func number(of reference: PendingReference) -> UInt32 {
    if let known = reference.place.number { return known }
    return add(reference)
  }

  @inline(__always)
  private mutating func add(_ reference: PendingReference) -> UInt32 {
    let number = count
    reference.place.assign(number)
    fresh.append(reference.target)
    count &+= 1
    return number
  }

  /// Appends the addresses of objects that are new since the last call, in their order.
  mutating func move(to addresses: inout [UInt]) { fresh.move(to: &addresses) }
}
