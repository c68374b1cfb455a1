import CRecorder

/// An address in this process. The walker reads integers in memory through this type.
///
/// Every load reads an aligned value. The caller must ensure that the memory is mapped. For
/// example, the memory of a live object is mapped, and so is metadata that the runtime returned. A
/// load from the first page, or from an unaligned address, returns zero. A null or unaligned
/// pointer therefore ends a walk instead of crashing the program.
package struct Address: Hashable, Sendable, BitwiseCopyable {
  package var bits: UInt

  package init(_ bits: UInt) { self.bits = bits }

  init(_ pointer: UnsafeRawPointer) { bits = UInt(bitPattern: pointer) }

  /// Creates the address of an object, without retaining the object.
  package init(of object: AnyObject) {
    bits = unsafe UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
  }

  /// The lowest address of an object or metadata: the runtime's smallest valid pointer value.
  static let lowest: UInt = 4096

  var pointer: UnsafeRawPointer? { unsafe UnsafeRawPointer(bitPattern: bits) }

  @inline(__always)
  static func + (left: Self, right: Int) -> Self { Self(left.bits &+ UInt(bitPattern: right)) }

  @inline(__always)
  func load<Value: BitwiseCopyable & FixedWidthInteger>(_ offset: Int, as type: Value.Type) -> Value
  {
    let target = bits &+ UInt(bitPattern: offset)
    guard target >= Self.lowest, target & UInt(MemoryLayout<Value>.alignment - 1) == 0,
      let source = unsafe UnsafeRawPointer(bitPattern: target)
    else { return 0 }
    // The load is safe: the address is aligned and not in the first page, and the caller ensures
    // that it is mapped.
    return unsafe source.load(as: Value.self)
  }

  @inline(__always)
  func word(_ offset: Int = 0) -> UInt { load(offset, as: UInt.self) }

  /// A Boolean value indicating whether the address is aligned to a word and not in the first page.
  @inline(__always)
  var isWord: Bool { bits >= Self.lowest && bits & 7 == 0 }

  /// Returns the word at this address. ``isWord`` must be `true`.
  @inline(__always)
  func knownWord() -> UInt {
    assert(isWord)
    // The load is safe for the same reasons as in ``load(_:as:)``.
    return unsafe UnsafePointer<UInt>(bitPattern: bits).unsafelyUnwrapped.pointee
  }

  @inline(__always)
  func address(_ offset: Int = 0) -> Address { Address(word(offset)) }

  /// A Boolean value indicating whether the word at this address can be read, as determined by a
  /// system call. The address may have any value.
  var isReadable: Bool {
    guard bits >= Self.lowest, bits & 7 == 0, let pointer = unsafe pointer else { return false }
    return unsafe lk_is_readable(pointer)
  }

  /// The usable size of the allocated block that starts at this address, which is often larger than
  /// the requested size.
  var usableBytes: Int { unsafe lk_usable_bytes(pointer) }

  /// Prefetches the cache line at this address.
  @inline(__always)
  func prefetch() { unsafe lk_prefetch(pointer) }

  func uint32(_ offset: Int = 0) -> UInt32 { load(offset, as: UInt32.self) }

  func byte(_ offset: Int = 0) -> UInt8 { load(offset, as: UInt8.self) }

  /// Returns the target of the 32-bit relative reference at `offset`; `nil` if the reference is
  /// null.
  func relative(_ offset: Int = 0) -> Address? {
    let distance = load(offset, as: Int32.self)
    return distance == 0 ? nil : self + offset + Int(distance)
  }

  /// Returns the target of a 32-bit relative reference that may be indirect; `nil` if the reference
  /// is null. An indirect reference has its lowest bit set, and refers to a pointer to the target.
  func indirectableRelative(_ offset: Int = 0) -> Address? {
    let distance = load(offset, as: Int32.self)
    guard distance != 0 else { return nil }
    let target = self + offset + Int(distance & ~1)
    return distance & 1 == 0 ? target : target.address()
  }

  /// The zero-terminated text at this address.
  var text: String {
    guard let start = unsafe pointer else { return "" }
    return unsafe String(cString: start.assumingMemoryBound(to: CChar.self))
  }

  /// The address of the metadata of the object at this address. It identifies the object's type.
  package var metadataWord: UInt { word() }

  var isNull: Bool { bits == 0 }
}
