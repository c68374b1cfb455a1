/// The side table of an object. Weak references to the object refer to this table.
///
/// Layout: the object's address, an unused word, the reference counts, the number of weak
/// references. Source: `HeapObjectSideTableEntry` in `RefCount.h` of the Swift repository.
enum SideTable {
  static let size = 32

  /// Returns whether the readable memory at `block` is the side table of an object: the object then
  /// refers to the table.
  static func isOfLiveObject(_ block: Address) -> Bool {
    let object = block.address()
    return object.isWord && object.isReadable && (object + 8).isReadable
      && ReferenceCounts.sideTable(of: object) == block
  }

  /// Returns whether a block of ``size`` bytes looks like the side table of a freed object. The
  /// table still contains the object's address, at which there may be another object now.
  ///
  /// Its counts have the deiniting bit and a strong count of zero, because the object is being
  /// destroyed or was destroyed. Only weak references remain.
  static func isOfFreedObject(_ block: Address) -> Bool {
    let counts = block.word(16)
    let weakReferences = block.word(24)
    return counts >> 32 == 1 && (1..<1 << 32).contains(weakReferences)
  }
}
