/// The table that weak references to an object lead to.
///
/// The object's address, a word that is not used, the reference counts, the number of weak
/// references. Source: `HeapObjectSideTableEntry` in `RefCount.h` of the Swift repository.
enum SideTable {
  static let size = 32

  /// A block of this size that looks like the table of an object which has been freed: its
  /// address is still there, and may be another object's by now.
  ///
  /// The counts are those of an object without strong references that is being destroyed, or
  /// was: the deiniting bit, and no strong count. Only weak references are left.
  static func isOfFreedObject(_ block: Address) -> Bool {
    let counts = block.word(16)
    let weakReferences = block.word(24)
    return counts >> 32 == 1 && (1..<1 << 32).contains(weakReferences)
  }
}
