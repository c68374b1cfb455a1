import CRecorder

/// A stack whose calls are suspended while its thread runs on another stack: in a handler on an
/// alternate signal stack, or in a coroutine.
///
/// The thread will continue the calls whose frames are on this stack. The stack pointer with which
/// it continues is stored somewhere in memory: in the frame of the signal, or where the coroutine
/// library stores it. Words below that address belong to calls that have ended.
struct SuspendedStack {
  let range: Range<UInt>
  /// The lowest address in the stack that is stored in other memory; the end of the stack if there
  /// is none.
  private var lowest: UInt

  /// The number of bytes below the stack pointer that a function may use (System V ABI).
  private static let redZone: UInt = 128

  /// - Parameter range: The whole stack.
  init(_ range: Range<UInt>) { (self.range, lowest) = (range, range.upperBound) }

  /// Searches other memory for addresses in the stack.
  ///
  /// - Complexity: O(memory).
  mutating func search(_ memory: Range<UInt>, _ kind: AddressWords.Kind = .part) {
    lowest = Self.lowest(in: memory, from: range.lowerBound, below: lowest, kind)
  }

  /// The part of the stack that may be in use, according to the memory that was searched.
  ///
  /// The part begins 128 bytes below the lowest address in the stack that is stored in other memory
  /// or in the part itself. If there is no such address, the part is the whole stack.
  ///
  /// - Complexity: O(stack) for each address that is found.
  var used: Range<UInt> {
    guard lowest < range.upperBound else { return range }
    var low = lowest
    while true {
      let next = Self.lowest(in: low..<range.upperBound, from: range.lowerBound, below: low)
      if next == low { break }
      low = next
    }
    return max(range.lowerBound, low - min(low, Self.redZone))..<range.upperBound
  }

  /// Returns the lowest address in `start..<limit` that is stored in `memory`; `limit` if there is
  /// none.
  private static func lowest(
    in memory: Range<UInt>, from start: UInt, below limit: UInt, _ kind: AddressWords.Kind = .part
  ) -> UInt {
    guard start < limit else { return limit }
    return AddressWords(of: memory, in: start..<limit, kind: kind)
      .reduce(limit) { min($0, $1 & lk_unflagged) }
  }
}
