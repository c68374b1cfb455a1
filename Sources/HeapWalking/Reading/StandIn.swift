import Foundation

/// An object whose address replaces that of another object while bytes are copied. The two
/// addresses differ only above the low four bytes.
///
/// It is an instance of an empty class on its own page. Code that copies the stand-in's address as
/// a reference increments a count of the stand-in instead of a count of the other object.
@safe final class StandIn {
  private final class Object {}

  /// The value of `MAP_FIXED_NOREPLACE` in linux/mman.h. A kernel before 4.17 ignores this flag and
  /// may choose another address.
  private static let withoutReplacing: Int32 = 0x10_0000
  private static let headerSize = 16
  private static let pageSize = UInt(sysconf(Int32(_SC_PAGESIZE)))
  private static let attempts: UInt = 64

  let address: UInt
  private let page: UnsafeMutableRawPointer

  /// - Parameter other: The address of the other object, without flags.
  /// - Returns: `nil` if no page with a suitable address is free.
  /// - Complexity: O(1), at most 128 system calls.
  init?(for other: UInt) {
    for attempt in 1...Self.attempts {
      let address = other ^ attempt << 32
      guard let page = unsafe Self.map(address & ~(Self.pageSize - 1)) else { continue }
      let model = Object()
      withExtendedLifetime(model) {
        unsafe (page + Int(address % Self.pageSize)).copyMemory(
          from: Unmanaged.passUnretained(model).toOpaque(), byteCount: Self.headerSize)
      }
      self.address = address
      unsafe self.page = page
      return
    }
    return nil
  }

  deinit { unsafe munmap(page, Int(Self.pageSize)) }

  private static func map(_ start: UInt) -> UnsafeMutableRawPointer? {
    let wanted = unsafe UnsafeMutableRawPointer(bitPattern: start)
    let flags = Int32(MAP_PRIVATE) | Int32(MAP_ANONYMOUS) | withoutReplacing
    guard let page = unsafe mmap(wanted, Int(pageSize), PROT_READ | PROT_WRITE, flags, -1, 0),
      unsafe page != MAP_FAILED
    else { return nil }
    if unsafe page == wanted { return unsafe page }
    unsafe munmap(page, Int(pageSize))
    return nil
  }

  /// The counts of strong and of unowned references to the stand-in. Both are initially one.
  var counts: (strong: UInt, unowned: UInt) {
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return (0, 0) }
    let object = unsafe Unmanaged<AnyObject>.fromOpaque(pointer)
    return unsafe object._withUnsafeGuaranteedRef {
      (_getRetainCount($0), _getUnownedRetainCount($0))
    }
  }
}
