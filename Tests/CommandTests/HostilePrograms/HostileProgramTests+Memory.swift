import Foundation
import Testing

extension HostileProgramTests {
  /// If the analysis read untouched memory, the system would map pages for it, which takes time.
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

  /// The allocator creates a heap for each thread. Each of these heaps is small.
  @Test func theRecordOfManyThreadsIsSmall() throws {
    let result = try Self.execLosing(
      """
      func residentKilobytes() -> Int {
        let text = try! String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = text.split(whereSeparator: { $0.isNewline }).first { $0.hasPrefix("VmRSS:") }!
        return Int(line.split(separator: " ").dropLast().last!.filter { $0.isNumber })!
      }
      final class Kept { var other: Kept? }
      let before = residentKilobytes()
      let ready = DispatchSemaphore(value: 0)
      for _ in 0..<64 {
        Thread {
          let kept = (0..<20).map { _ in Kept() }
          ready.signal()
          withExtendedLifetime(kept) { _ = sleep(1_000) }
        }.start()
      }
      for _ in 0..<64 { ready.wait() }
      let growth = residentKilobytes() - before
      print(growth < 32_768 ? "done" : String(growth))
      fflush(stdout)
      exit(0)
      """, environment: ["MALLOC_ARENA_MAX": "64"])
    Self.expectFound(result)
  }

  /// A program may make its memory inaccessible, for example to detect accesses to it.
  @Test(arguments: [4096, 1 << 20])
  func inaccessibleMemoryOfALeakedObjectIsRead(size: Int) throws {
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
  func inaccessibleMemoryOwnsObjects(size: Int) throws {
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

  /// Source that declares `map`, which maps shared memory of different kinds, and `keep`, which
  /// stores a reference in it.
  private static let sharing = """
    final class Kept {}
    @_silgen_name("memfd_create") func memfd(_: UnsafePointer<CChar>, _: UInt32) -> Int32
    let isAnonymous = -1 as Int32
    func shared(_ size: Int) -> Int32 {
      let name = "/dev/shm/leakcheck-test-\\(getpid())"
      let file = open(name, O_RDWR | O_CREAT | O_EXCL, 0o600)
      unlink(name)
      ftruncate(file, size)
      return file
    }
    func unnamed(_ size: Int) -> Int32 {
      let file = memfd("", 0)
      ftruncate(file, size)
      return file
    }
    func map(_ size: Int, _ file: Int32) -> UnsafeMutableRawPointer {
      let flags = MAP_SHARED | MAP_NORESERVE | (file < 0 ? MAP_ANONYMOUS : 0)
      let memory = mmap(nil, size, PROT_READ | PROT_WRITE, flags, file, 0)!
      precondition(memory != UnsafeMutableRawPointer(bitPattern: -1))
      return memory
    }
    @inline(never) func keep(in memory: UnsafeMutableRawPointer, at offset: Int) {
      let kept = Unmanaged.passRetained(Kept()).toOpaque()
      memory.storeBytes(of: kept, toByteOffset: offset, as: UnsafeMutableRawPointer.self)
    }

    """

  /// The page tables of the forked process that makes the analysis contain no shared pages.
  @Test(
    arguments: ["isAnonymous", "unnamed(size)", "shared(size)"], [4096, 1 << 20, 64 << 30])
  func sharedMemoryOwnsObjects(file: String, size: Int) throws {
    let result = try Self.execLosing(
      Self.sharing + """
        let size = \(size)
        let memory = map(size, \(file))
        for offset in [64, size / 2 + 8, size - 8] { keep(in: memory, at: offset) }
        mprotect(memory, size / 2, PROT_READ)
        print("done")
        """, within: 30)
    Self.expectFound(result)
    #expect(!result.errors.contains("Kept"), "\(result.errors)")
  }

  /// An access beyond the end of the file would end the process with SIGBUS.
  @Test func aProgramWithATruncatedSharedFileIsAnalyzed() throws {
    let result = try Self.execLosing(
      Self.sharing + """
        let file = unnamed(1 << 20)
        let memory = map(1 << 20, file)
        keep(in: memory, at: 64)
        memory.storeBytes(of: 1, toByteOffset: 1 << 19, as: Int.self)
        ftruncate(file, 4096)
        print("done")
        """)
    Self.expectFound(result)
    #expect(!result.errors.contains("Kept"), "\(result.errors)")
  }

  /// The forked process has never accessed the page that refers to the object.
  @Test func sharedMemoryOwnsObjectsInAForkedProcess() throws {
    let result = try Self.execLosing(
      Self.sharing + Self.forking + """
        let memory = map(1 << 20, isAnonymous)
        keep(in: memory, at: 1 << 19)
        if fork() == 0 { exit(0) }
        wait(nil)
        print("done")
        """, options: ["--follow"])
    #expect(result.status == 1, "\(result.errors)")
    #expect(!result.errors.contains("Kept"), "\(result.errors)")
    #expect(result.errors.contains("2 programs examined"), "\(result.errors)")
  }
}
