/// The stored form of a `weak` reference: the address of the object's side table. The first word of
/// the table is the address of the object; the word at offset 16 contains the reference counts.
/// Source: `WeakReference.h` and `RefCount.h` in the Swift repository.
enum WeakReference {
  /// Returns the address of the object to which a stored word refers; `nil` if there is none, or if
  /// the object is being destroyed.
  static func target(of word: UInt) -> UInt? {
    let sideTable = Address(word & ~3)
    guard sideTable.isReadable, (sideTable + 16).isReadable else { return nil }
    let isDeiniting = sideTable.word(16) & (1 << 32) != 0
    return isDeiniting ? nil : sideTable.word()
  }
}
