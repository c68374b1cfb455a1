/// The reference counts of one object.
///
/// The second word of an object contains, from the lowest bit: no-custom-dealloc (1 bit), unowned
/// count (31 bits), is-deiniting (1 bit), strong count minus one (30 bits), slow (1 bit). If the
/// low 32 bits are all ones, the object is immortal. If the two highest bits are set, the other
/// bits are the address of a side table, shifted right by three bits. The counts are then at offset
/// 16 of the table, in a word of the same format. Source: `RefCount.h` in the Swift repository.
package struct ReferenceCounts: Hashable, Sendable {
  /// The number of strong references; 0 for an object that is being destroyed, `nil` for an
  /// immortal object.
  package var strong: Int?
  package var isDeiniting: Bool
  /// The number of unowned references, plus one until the object's deinitializer has finished.
  /// Without meaning for an immortal object.
  ///
  /// Source: `swift_deallocClassInstance` in `HeapObject.cpp` in the Swift repository.
  package var unowned: Int

  /// Reads the counts of the object at `object`, without changing them.
  @inline(__always)
  package init(of object: Address) { self.init(object.word(8)) }

  /// Decodes a word that contains the counts or refers to a side table.
  @inline(__always)
  init(_ word: UInt) {
    var bits = word
    if bits >> 62 == 3 { bits = Self.sideTableBits(Address(bits << 3)) }
    let isImmortal = UInt32(truncatingIfNeeded: bits) == .max
    isDeiniting = !isImmortal && bits & (1 << 32) != 0
    unowned = Int(bits >> 1 & 0x7FFF_FFFF)
    strong =
      isImmortal ? nil : isDeiniting ? 0 : Int(truncatingIfNeeded: bits >> 33 & 0x3FFF_FFFF) + 1
  }

  /// Returns the side table of an object; `nil` if it has none. The runtime creates the table for a
  /// weak reference to the object, or for a count that does not fit into the object.
  static func sideTable(of object: Address) -> Address? {
    let bits = object.word(8)
    return bits >> 62 == 3 ? Address(bits << 3) : nil
  }

  /// Returns the word with the counts in a side table. If the table cannot be read, because the
  /// object is under construction, returns the word of an immortal object.
  @inline(never)
  private static func sideTableBits(_ table: Address) -> UInt {
    (table + 16).isReadable ? table.word(16) : UInt(UInt32.max)
  }
}
