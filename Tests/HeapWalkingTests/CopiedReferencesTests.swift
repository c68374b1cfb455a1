import Testing

@testable import HeapWalking

/// Tests that the walker reads bytes of unknown type by copying them.
@Suite struct CopiedReferencesTests {
  private final class Object {}

  /// A type with three words. The first word is a reference if the byte after that word is equal to
  /// ``tag``. The third word is an address.
  private enum Choice {
    nonisolated(unsafe) static var tag: UInt8 = 0
    typealias Bytes = UnsafeMutableRawPointer
    typealias Destroy = @convention(c) (Bytes, Int) -> Void
    typealias Copy = @convention(c) (Bytes, Bytes, Int) -> Void

    static let destroy: Destroy = { bytes, _ in
      guard unsafe bytes.load(fromByteOffset: 8, as: UInt8.self) == tag else { return }
      unsafe Unmanaged<AnyObject>.fromOpaque(bytes.load(as: UnsafeRawPointer.self)).release()
    }
    /// Copies the first word, the tag without the bytes after it, and the third word.
    static let copy: Copy = { source, result, size in
      unsafe result.copyMemory(from: source, byteCount: 9)
      unsafe (result + 16).copyMemory(from: source + 16, byteCount: 8)
      guard unsafe source.load(fromByteOffset: 8, as: UInt8.self) == tag else { return }
      _ = unsafe Unmanaged<AnyObject>.fromOpaque(source.load(as: UnsafeRawPointer.self)).retain()
    }
  }

  /// Together with the tag, stale bytes after it form the address of an object. The copy does not
  /// contain the stale bytes.
  @Test func staleBytesAfterATagAreNotReadAsAReference() throws {
    let (owned, stale, unowned) = (Object(), Object(), Object())
    let address = Address(of: stale).bits
    Choice.tag = UInt8(truncatingIfNeeded: address)
    let words = [owned, stale, unowned, stale].map { Address(of: $0).bits }
    let functions = [
      unsafe unsafeBitCast(Choice.destroy, to: UInt.self),
      unsafe unsafeBitCast(Choice.copy, to: UInt.self), 0, 0,
    ]
    let found = try unsafe words.withUnsafeBytes { bytes in
      try unsafe functions.withUnsafeBytes { functions in
        try #require(
          CopiedReferences(
            at: Address(UInt(bitPattern: bytes.baseAddress)), size: bytes.count,
            witnesses: Address(UInt(bitPattern: functions.baseAddress)),
            isObject: { words.contains($0.bits) }))
      }
    }
    #expect(found.words.map(\.offset) == [0, 16])
    #expect(found.words.map(\.target) == [words[0], words[2]])
    #expect(found.words.map(\.strength) == [.strong, .unownedUnsafe])
    withExtendedLifetime((owned, stale, unowned)) {}
  }

  @Test func aStandInSharesTheLowAddressBytesButHasItsOwnCounts() throws {
    let object = Object()
    let other = Address(of: object).bits
    let standIn = try #require(StandIn(for: other))
    let second = try #require(StandIn(for: other))
    #expect(standIn.address != other && second.address != standIn.address)
    #expect(standIn.address & 0xFFFF_FFFF == other & 0xFFFF_FFFF)
    let before = standIn.counts
    let pointer = try #require(unsafe UnsafeRawPointer(bitPattern: standIn.address))
    _ = unsafe Unmanaged<AnyObject>.fromOpaque(pointer).retain()
    #expect(standIn.counts.strong == before.strong + 1)
    #expect(second.counts == before)
    withExtendedLifetime(object) {}
  }
}
