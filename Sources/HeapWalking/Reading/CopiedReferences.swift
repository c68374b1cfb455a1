import Foundation

/// The references in bytes of unknown type, found by copying the bytes.
///
/// Although the type is unknown, the functions that copy and destroy the bytes are known. First,
/// each word that contains the address of an object is replaced by the address of a stand-in, a
/// temporary object. The program's copy function then copies the bytes. The effect of this function
/// on a word and its stand-in shows how the original word refers to its object:
///
/// - A strong reference: the function retained the stand-in.
/// - An unowned reference: the function increased the unowned count of the stand-in.
/// - A word that owns nothing, such as an `unowned(unsafe)` reference: the function changed neither
///   count.
/// - No reference: the function did not write the word. The word is padding, or the current case of
///   an enum does not use it.
///
/// The copy is destroyed at once. No object of the program is retained, so the counts of the
/// program's objects do not change. A weak reference does not contain the address of an object, so
/// it is copied and destroyed without replacement.
///
/// A word that is not a reference may look like the address of an object: it may contain the tag of
/// an enum's case in its low bytes and stale bytes in the padding above them. After the
/// replacement, the function must still find the same tag. A stand-in's address therefore has the
/// same low bytes as the address that it replaces; see ``StandIn``.
struct CopiedReferences {
  /// A word that contains the address of an object, and its strength as a reference.
  struct Word {
    let offset: Int
    let target: UInt
    let strength: RawReference.Strength
  }

  private typealias Destroy = @convention(c) (UnsafeMutableRawPointer, Int) -> Void
  private typealias Copy =
    @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer, Int) -> Void

  /// The maximum number of bytes that are copied. The arguments of a key path have only a few
  /// words.
  private static let largestSize = 4096

  let words: [Word]

  /// Finds the references in the `size` bytes at `start`.
  ///
  /// The functions in `witnesses` assume that the bytes are valid. They may be invalid if a thread
  /// was stopped while it created or destroyed them. The functions may then cause a fault, but only
  /// in the forked process that walks the memory.
  ///
  /// - Parameters:
  ///   - witnesses: The address of a table that starts with the functions that destroy and copy the
  ///     bytes: `ComputedArgumentWitnesses` in `KeyPath.swift` of the Swift repository. Both
  ///     functions take addresses and a size, which Swift's and C's calling conventions pass in the
  ///     same way.
  ///   - isObject: A closure that returns whether an object is at an address.
  /// - Returns: `nil` if `start` is unaligned, the table cannot be read, one of the functions is
  ///   missing, `size` is 0 or greater than 4,096, no word contains the address of an object, or a
  ///   stand-in cannot be created.
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
    let bytes = unsafe Self.bytes(at: start, size: size, replacing: found, by: standIns)
    let result = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    for index in 0..<size { unsafe Self.setByte(index, of: result, unlike: bytes) }
    defer {
      unsafe bytes.deallocate()
      unsafe result.deallocate()
    }
    let before = standIns.map(\.counts)
    unsafe unsafeBitCast(copy, to: Copy.self)(UnsafeRawPointer(bytes), result, size)
    let after = standIns.map(\.counts)
    let isWritten = found.map { unsafe memcmp(result + $0, bytes + $0, 8) == 0 }
    // The destroy function accesses the pages of the stand-ins. These pages are unmapped when the
    // array is released.
    withExtendedLifetime(standIns) {
      unsafe unsafeBitCast(destroy, to: Destroy.self)(result, size)
    }
    words = found.indices.filter { isWritten[$0] }.map { index in
      let strength: RawReference.Strength =
        after[index].strong > before[index].strong
        ? .strong : after[index].unowned > before[index].unowned ? .unowned : .unownedUnsafe
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

  /// Returns a copy of the bytes in which the words at `offsets` contain the addresses of
  /// `standIns`.
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
    return unsafe bytes
  }
}
