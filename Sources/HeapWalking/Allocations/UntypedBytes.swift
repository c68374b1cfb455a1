/// The scan of memory that no type describes.
enum UntypedBytes {
  /// A mask for the address in a word that refers to an object. The other bits of the word may be
  /// flags.
  private static let addressBits: UInt = 0x00FF_FFFF_FFFF_FFF8

  /// Calls `body` for each aligned word that, apart from flags, is the address of a live object.
  ///
  /// The recorder does not record every case in which a library frees memory, so `live` may contain
  /// freed objects. Therefore the contents at the address are checked, too.
  ///
  /// - Complexity: O(`length`), with one look-up for each word that could be an address.
  static func scan(
    _ start: Address, length: Int, live: any LiveObjects, _ check: MetadataCheck,
    _ body: (_ target: UInt, _ address: Address) -> Void
  ) {
    var offset = Int(bitPattern: UInt(bitPattern: -Int(bitPattern: start.bits)) & 7)
    while offset + 8 <= length {
      let address = start + offset
      let word = address.word() & addressBits
      if isKept(word, live, check) { body(word, address) }
      offset += 8
    }
  }

  /// Returns whether `address` is the address of an object that a reference can keep alive.
  /// `address` may be any word.
  ///
  /// While unowned references to a destroyed object exist, the object stays in memory and in the
  /// record, but no reference keeps it alive.
  static func isKept(_ address: UInt, _ live: any LiveObjects, _ check: MetadataCheck) -> Bool {
    address >= Address.lowest && live.contains(address) && check.isObject(at: Address(address))
      && !ReferenceCounts(of: Address(address)).isDeiniting
  }
}
