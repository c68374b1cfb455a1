import Foundation

/// The references among some bytes whose type is unknown. The functions that copy and destroy the
/// bytes are known.
///
/// Each address of an object among the bytes is replaced by the address of a stand-in. Then the
/// function copies the bytes. A stand-in that the function retained was in a strong reference, a
/// stand-in whose unowned count increased was in an unowned reference, and the other stand-ins were
/// in words that own nothing. A word that the function does not write is padding, or is not used by
/// the current case of an enum, and is no reference. The copy is destroyed at once. No object of
/// the program is retained, so the counts of its objects do not change. A weak reference does not
/// contain the address of an object; it is copied and destroyed.
///
/// A word that is not a reference may contain the tag of an enum's case in its low bytes and, in
/// the padding above them, earlier contents of the memory; together they may look like the address
/// of an object. The function must find the same tag in the address of a stand-in, which therefore
/// has the same low bytes as the address of the object; see ``StandIn``.
struct CopiedReferences {
  /// A word with the address of an object, and the strength of this reference.
  struct Word {
    let offset: Int
    let target: UInt
    let strength: RawReference.Strength
  }

  private typealias Destroy = @convention(c) (UnsafeMutableRawPointer, Int) -> Void
  private typealias Copy =
    @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer, Int) -> Void

  /// The maximum number of bytes that are copied; the arguments of a key path have a few words.
  private static let largestSize = 4096

  let words: [Word]

  /// Copies `size` bytes at `start`.
  ///
  /// The program's function assumes that the bytes are valid. They may be invalid if a thread was
  /// stopped while it created or destroyed them. A fault that this causes affects only the forked
  /// process in which the memory is walked.
  ///
  /// - Parameters:
  ///   - witnesses: The address of a table that starts with the functions that destroy and copy the
  ///     bytes: `ComputedArgumentWitnesses` in `KeyPath.swift` of the Swift repository. Both
  ///     functions take addresses and a size, which Swift's and C's calling conventions pass in the
  ///     same way.
  ///   - isObject: A closure that returns whether an address is that of an object.
  /// - Returns: `nil` if there are no such functions, no word has the address of an object, or
  ///   there is no memory for a stand-in.
  init?(at start: Address, size: Int, witnesses: Address, isObject: (Address) -> Bool) {
    guard witnesses.isReadable, start.isWord, size > 0, size <= Self.largestSize,
      let destroy = unsafe witnesses.address().pointer,
      let copy = unsafe witnesses.address(8).pointer
    else { return nil }
    let found = stride(from: 0, to: size - 7, by: 8).filter {
      isObject(Address(start.word($0) & PlanInterpreter.addressBits))
    }
    guard !found.isEmpty else { return nil }
    let standIns = found.compactMap {
      StandIn(for: start.word($0) & PlanInterpreter.addressBits)
    }
    guard standIns.count == found.count else { return nil }
    let bytes = Self.bytes(at: start, size: size, replacing: found, by: standIns)
    let result = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    for index in 0..<size { unsafe Self.setByte(index, of: result, unlike: bytes) }
    defer {
      unsafe bytes.deallocate()
      unsafe result.deallocate()
    }
    let before = standIns.map(\.counts)
    unsafe unsafeBitCast(copy, to: Copy.self)(UnsafeRawPointer(bytes), result, size)
    let after = standIns.map(\.counts)
    let isWritten = unsafe found.map { unsafe memcmp(result + $0, bytes + $0, 8) == 0 }
    // The pages of the stand-ins are unmapped with the array, and destroying the copy accesses
    // them.
    withExtendedLifetime(standIns) {
      unsafe unsafeBitCast(destroy, to: Destroy.self)(result, size)
    }
    words = found.indices.filter { isWritten[$0] }.map { index in
      let strength: RawReference.Strength =
        after[index].strong > before[index].strong
        ? .strong : after[index].unowned > before[index].unowned ? .unowned : .pointer
      let target = start.word(found[index]) & PlanInterpreter.addressBits
      return Word(offset: found[index], target: target, strength: strength)
    }
  }

  private static func setByte(
    _ index: Int, of result: UnsafeMutableRawPointer, unlike other: UnsafeMutableRawPointer
  ) {
    let byte = unsafe ~other.load(fromByteOffset: index, as: UInt8.self)
    unsafe result.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
  }

  /// Returns a copy of bytes with stand-ins in some of its words.
  private static func bytes(
    at start: Address, size: Int, replacing offsets: [Int], by standIns: [StandIn]
  ) -> UnsafeMutableRawPointer {
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    if let source = unsafe start.pointer {
      unsafe bytes.copyMemory(from: source, byteCount: size)
    }
    for (offset, standIn) in zip(offsets, standIns) {
      let kept = start.word(offset) & ~PlanInterpreter.addressBits
      unsafe bytes.storeBytes(
        of: kept | standIn.address, toByteOffset: offset, as: UInt.self)
    }
    return bytes
  }
}
