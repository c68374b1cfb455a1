import Foundation
import Testing

extension HostileProgramTests {
  /// If the analysis read untouched memory, the system would allocate pages for it, which takes
  /// time.
  @Test(arguments: [64, 2048])
  func memoryThatWasNeverTouchedIsNotRead(gigabytes: Int) throws {
    let result = try Self.execLosing(
      """
      let length = \(gigabytes) << 30
      let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
      let memory = mmap(nil, length, PROT_READ | PROT_WRITE, flags, -1, 0)!
      precondition(memory != UnsafeMutableRawPointer(bitPattern: -1))
      final class Kept { var other: Kept? }
      // The only reference is stored in the middle of the memory.
      let slot = memory.advanced(by: length / 2 + 64).assumingMemoryBound(to: UInt.self)
      slot.pointee = UInt(bitPattern: Unmanaged.passRetained(Kept()).toOpaque())
      print("done")
      """, within: 30)
    Self.expectFound(result)
  }

  @Test func aLargeBlockThatWasNeverTouchedIsNotRead() throws {
    let result = try Self.execLosing(
      """
      let block = malloc(12 << 30)
      precondition(block != nil)
      print("done")
      """, within: 30)
    Self.expectFound(result)
  }
}
