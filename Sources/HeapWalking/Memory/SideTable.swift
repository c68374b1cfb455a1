/// The side table of an object. Weak references to the object refer to this table.
///
/// The table consists of four words: the object's address, an unused word, the reference counts,
/// and the number of weak references. Source: `HeapObjectSideTableEntry` in `RefCount.h` of the
/// Swift repository.
enum SideTable {
  static let size = 32

  /// Returns whether the memory at `block` is the side table of a live object: the table and the
  /// object refer to each other. The memory must be readable.
  static func belongsToLiveObject(_ block: Address) -> Bool {
    let object = block.address()
    return object.isWord && object.isReadable && (object + 8).isReadable
      && ReferenceCounts.sideTable(of: object) == block
  }

  /// Returns whether a block of ``size`` bytes looks like the side table of a freed object. Such a
  /// table still contains the address of the freed object, although another object may now be at
  /// that address.
  ///
  /// In the counts of such a table, the deiniting bit is set and the strong count is zero, because
  /// the object is being destroyed or was destroyed. Only weak references remain.
  static func belongsToFreedObject(_ block: Address) -> Bool {
    let counts = block.word(16)
    let weakReferences = block.word(24)
    return counts >> 32 == 1 && (1..<1 << 32).contains(weakReferences)
  }
}
