/// Memory that no type describes.
enum UntypedBytes {
  /// The bits of a word that may be the address of an object, flags removed.
  private static let addressBits: UInt = 0x00FF_FFFF_FFFF_FFF8

  /// Calls `body` with each word that is the address of an object known to be live.
  ///
  /// A record of allocations may be behind: memory that a library freed past the recorder
  /// is still in it, so what is there is looked at too.
  ///
  /// - Complexity: O(`length`), one look-up a word that could be an address.
  static func scan(
    _ start: Address, length: Int, live: any LiveObjects, _ check: MetadataCheck,
    _ body: (_ target: UInt, _ place: Address) -> Void
  ) {
    var offset = Int(bitPattern: UInt(bitPattern: -Int(bitPattern: start.bits)) & 7)
    while offset + 8 <= length {
      let place = start + offset
      let word = place.word() & addressBits
      if isKept(word, live, check) { body(word, place) }
      offset += 8
    }
  }

  /// Returns whether an object that something may retain is at `address`, which may be any word.
  ///
  /// An object that has been destroyed stays where it is while unowned references lead to
  /// it, and is in the record; but whoever refers to it does not keep it.
  static func isKept(_ address: UInt, _ live: any LiveObjects, _ check: MetadataCheck) -> Bool {
    address >= Address.least && live.contains(address) && check.isObject(at: Address(address))
      && !ReferenceCounts(of: Address(address)).isDeiniting
  }
}
