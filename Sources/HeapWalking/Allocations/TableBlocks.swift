import CRecorder

/// An allocator of tables in large blocks of zeroed address space. All tables are freed together.
///
/// Untouched pages use no memory. The first block is small and has small pages, because clearing
/// one large page takes longer than a walk of a few objects.
@safe
final class TableBlocks {
  private static let firstBytes = 4 << 20
  private static let laterBytes = 32 << 20

  private var blocks: [(start: UnsafeMutableRawPointer, bytes: Int)] = unsafe []
  /// The number of unused bytes at the end of the last block.
  private var freeBytes = 0

  deinit {
    for index in unsafe blocks.indices {
      unsafe lk_unmap_tables(blocks[index].start, blocks[index].bytes)
    }
  }

  /// The number of bytes of address space that the tables use.
  var memoryUse: Int { unsafe blocks.reduce(0) { unsafe $0 + $1.bytes } - freeBytes }

  /// Returns a table with `1 << bits` entries. Every byte of the table is zero.
  func table<Entry>(of type: Entry.Type, bits: UInt) -> UnsafeMutablePointer<Entry> {
    let count = 1 << Int(bits)
    let bytes = count * MemoryLayout<Entry>.stride
    if freeBytes < bytes { addBlock() }
    let (block, size) = unsafe blocks[blocks.count - 1]
    let start = unsafe block + (size - freeBytes)
    freeBytes -= bytes
    // Binding the memory to the type is valid: the memory is zeroed, as large as the table, and
    // used for nothing else.
    return unsafe start.bindMemory(to: type, capacity: count)
  }

  private func addBlock() {
    let isFirst = unsafe blocks.isEmpty
    let bytes = isFirst ? Self.firstBytes : Self.laterBytes
    guard let block = unsafe lk_map_tables(bytes, !isFirst) else {
      fatalError("leakcheck: cannot reserve address space for the index of objects")
    }
    unsafe blocks.append((block, bytes))
    freeBytes = bytes
  }
}
