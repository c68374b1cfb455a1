import Testing

@testable import HeapWalking

/// Bytes of unknown type are read by copying them.
@Suite struct CopiedReferencesTests {
  private final class Object {}

  /// A word with a reference, if the byte after it is the tag of that case, and a word that only
  /// contains an address.
  private enum Choice {
    nonisolated(unsafe) static var tag: UInt8 = 0
    typealias Bytes = UnsafeMutableRawPointer
    typealias Destroy = @convention(c) (Bytes, Int) -> Void
    typealias Copy = @convention(c) (Bytes, Bytes, Int) -> Void

    static let destroy: Destroy = { bytes, _ in
      guard unsafe bytes.load(fromByteOffset: 8, as: UInt8.self) == tag else { return }
      unsafe Unmanaged<AnyObject>.fromOpaque(bytes.load(as: UnsafeRawPointer.self)).release()
    }
    static let copy: Copy = { source, result, size in
      unsafe result.copyMemory(from: source, byteCount: size)
      guard unsafe source.load(fromByteOffset: 8, as: UInt8.self) == tag else { return }
      _ = unsafe Unmanaged<AnyObject>.fromOpaque(source.load(as: UnsafeRawPointer.self)).retain()
    }
  }

  /// Stale bytes above a tag complete it to the address of an object.
  @Test func tagBelowStaleBytesIsCopiedAsItIs() throws {
    let (owned, stale) = (Object(), Object())
    let address = Address(of: stale).bits
    Choice.tag = UInt8(truncatingIfNeeded: address)
    let words = [Address(of: owned).bits, address, 7]
    let functions = [
      unsafe unsafeBitCast(Choice.destroy, to: UInt.self),
      unsafe unsafeBitCast(Choice.copy, to: UInt.self), 0, 0,
    ]
    let found = try unsafe words.withUnsafeBytes { bytes in
      try unsafe functions.withUnsafeBytes { functions in
        try #require(
          unsafe CopiedReferences(
            at: Address(UInt(bitPattern: bytes.baseAddress)), size: bytes.count,
            witnesses: Address(UInt(bitPattern: functions.baseAddress)),
            isObject: { $0.bits == words[0] || $0.bits == words[1] }))
      }
    }
    #expect(found.words.map(\.offset) == [0, 8])
    #expect(found.words.map(\.target) == [words[0], words[1]])
    #expect(found.words.map(\.strength) == [.strong, .pointer])
    withExtendedLifetime((owned, stale)) {}
  }

  @Test func standInHasTheLowBytesOfTheObjectAndItsOwnCounts() throws {
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
