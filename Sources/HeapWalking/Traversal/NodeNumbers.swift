/// A type that assigns node numbers to objects in order of discovery.
struct NodeNumbers: ~Copyable {
  /// The number of objects that have a node number.
  private var count: UInt32 = 0
  /// The addresses of the objects that were numbered since the last call of ``move(to:)``.
  private var fresh = WorkList<UInt>()

  /// Returns the node number of a reference's target. Assigns a new number if the target has none.
  @inline(__always)
  mutating func number(of reference: PendingReference) -> UInt32 {
    if let known = reference.slot.number { return known }
    return add(reference)
  }

  @inline(__always)
  private mutating func add(_ reference: PendingReference) -> UInt32 {
    let number = count
    reference.slot.assign(number)
    fresh.append(reference.target)
    count &+= 1
    return number
  }

  /// Appends the addresses of the objects that were numbered since the last call, in the order of
  /// their numbers.
  mutating func move(to addresses: inout [UInt]) { fresh.move(to: &addresses) }
}
