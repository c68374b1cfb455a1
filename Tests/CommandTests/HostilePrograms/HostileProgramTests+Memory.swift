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

  /// A program may make its memory inaccessible, for example to detect accesses to it.
  @Test(arguments: [4096, 1 << 20])
  func inaccessibleMemoryOfALostObjectIsRead(size: Int) throws {
    let result = try Self.execLosing(
      """
      final class Guarded {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: \(size), alignment: 4096)
        var other: Guarded?
      }
      @inline(never) func loseCycle() {
        let guarded = Guarded()
        let only = Guarded()
        let reference = Unmanaged.passRetained(only).toOpaque()
        guarded.memory.storeBytes(of: reference, as: UnsafeRawPointer.self)
        guarded.other = guarded
        mprotect(guarded.memory, \(size), PROT_NONE)
      }
      loseCycle()
      print("done")
      """)
    Self.expectFound(result)
    #expect(result.errors.contains("self-cycle"), "\(result.errors)")
  }

  @Test(arguments: [4096, 1 << 20])
  func aReferenceInInaccessibleMemoryKeepsItsObject(size: Int) throws {
    let result = try Self.execLosing(
      """
      final class Kept {}
      let memory = UnsafeMutableRawPointer.allocate(byteCount: \(size), alignment: 4096)
      @inline(never) func keep() {
        let kept = Unmanaged.passRetained(Kept()).toOpaque()
        memory.storeBytes(of: kept, toByteOffset: \(size) - 64, as: UnsafeRawPointer.self)
        mprotect(memory, \(size), PROT_NONE)
      }
      keep()
      print("done")
      """)
    Self.expectFound(result)
    #expect(!result.errors.contains("Kept"), "\(result.errors)")
  }
}
