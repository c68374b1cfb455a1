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
      if word >= Address.least, live.contains(word), check.isObject(at: Address(word)) {
        body(word, place)
      }
      offset += 8
    }
  }
}
