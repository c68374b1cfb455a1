import CRecorder

/// The stack of a thread that runs on another stack: in a handler on an alternate signal stack, or
/// in a coroutine.
///
/// The thread will continue the calls whose frames are on this stack. The stack pointer with which
/// it continues is stored somewhere in memory: in the frame of the signal, or where the coroutine
/// library stores it. Words below that address belong to calls that have ended.
struct LeftStack {
  let range: Range<UInt>
  private let map: MemoryMap
  private let blocks: MemoryBlocks

  /// The number of bytes below the stack pointer that a function may use (System V ABI).
  private static let redZone: UInt = 128

  init(_ range: Range<UInt>, in map: MemoryMap, among blocks: MemoryBlocks) {
    (self.range, self.map, self.blocks) = (range, map, blocks)
  }

  /// The part of the stack that may be in use.
  ///
  /// It begins at the lowest address in the stack that is stored in other memory, or in the part
  /// itself. If there is no such address, it is the whole stack.
  ///
  /// - Complexity: O(memory in use).
  var used: Range<UInt> {
    var low = range.upperBound
    for region in map.regions where region.range != range {
      low = lowest(in: region.range, below: low, kind: region.isStack ? .part : .region)
    }
    for block in blocks.starts.indices where !blocks.isObject[block] {
      low = lowest(in: blocks.memory(of: block), below: low, kind: .part)
    }
    guard low < range.upperBound else { return range }
    while true {
      let next = lowest(in: low..<range.upperBound, below: low, kind: .part)
      if next == low { break }
      low = next
    }
    return max(range.lowerBound, low - min(low, Self.redZone))..<range.upperBound
  }

  /// Returns the lowest address in the stack that is stored in `memory`; `limit` if none is lower.
  private func lowest(
    in memory: Range<UInt>, below limit: UInt, kind: AddressWords.Kind
  ) -> UInt {
    guard range.lowerBound < limit else { return limit }
    return AddressWords(of: memory, in: range.lowerBound..<limit, kind: kind)
      .reduce(limit) { min($0, $1 & lk_unflagged) }
  }
}
