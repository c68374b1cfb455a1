import CSwiftABI

// Calls of an enum's value witnesses, which are functions of the runtime or of the program. They
// read and write the bytes of a value, whatever layout strategy the enum uses.

extension Metadata {
  /// Returns the index of the case of an enum value, given the address of the value. Cases with a
  /// payload have the lowest indices.
  @inline(__always)
  func enumTag(of value: Address) -> UInt32 {
    // The address is valid, because the caller's ``ObjectPlan`` ensures that it contains a value of
    // this type.
    unsafe lk_enum_tag(value.pointer, address.pointer)
  }

  /// Calls `body` with the payload of a value of this enum.
  ///
  /// Extracting the payload clears the bits that identify the case. Therefore the payload is
  /// extracted in a copy, which exists only during the call.
  func withEnumPayload(of value: Address, size: Int, _ body: (Address) -> Void) {
    guard let source = unsafe value.pointer else { return }
    unsafe withUnsafeTemporaryAllocation(byteCount: size + 8, alignment: 16) { copy in
      guard let start = copy.baseAddress else { return }
      unsafe start.copyMemory(from: source, byteCount: size)
      // The witness only clears bits of the copy. The bytes are copied without retaining, and the
      // copy is never destroyed, so no retain count changes.
      unsafe lk_enum_project(start, address.pointer)
      unsafe body(Address(start))
    }
  }

  /// Returns the words of a value whose case has the index `tag`. The case must have no payload.
  /// Bits that the case does not determine are 1.
  func enumWords(ofCase tag: Int) -> [UInt] {
    // One extra word is for a partial last word, and the other is a reserve.
    var words = [UInt](repeating: .max, count: size / 8 + 2)
    unsafe words.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      // The witness may write a value, because the buffer is at least as large as a value of the
      // type, and aligned to a word.
      unsafe lk_enum_inject(start, UInt32(tag), address.pointer)
    }
    return words
  }
}
