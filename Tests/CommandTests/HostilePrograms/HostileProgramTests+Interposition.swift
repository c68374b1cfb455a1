import Foundation
import TestSupport
import Testing

/// Tests of programs that use, in unusual ways, functions that the recorder replaces.
extension HostileProgramTests {
  /// A program may use all bytes of a block that `malloc_usable_size` reports.
  @Test func reallocPreservesAllUsableBytes() throws {
    let library = try compiledC(
      """
      #include <malloc.h>
      size_t usable(void *block) { return malloc_usable_size(block); }
      """, options: ["-shared", "-fPIC"], to: "libusable.so")
    let source = """
      typealias Usable = @convention(c) (UnsafeMutableRawPointer?) -> Int
      let library = dlopen(CommandLine.arguments[1], RTLD_NOW)!
      let usable = unsafeBitCast(dlsym(library, "usable")!, to: Usable.self)
      var lost = 0
      for size in [1, 20, 100, 1_000, 200_000] {
        let block = malloc(size)!
        let length = usable(block)
        memset(block, 0x78, length)
        let bytes = realloc(block, 3 * length)!.assumingMemoryBound(to: UInt8.self)
        lost += (0..<length).count { bytes[$0] != 0x78 }
      }
      print(lost)
      """
    try withCompiledProgram(Self.losing + source, options: ["-Onone"]) { program in
      Self.expectFound(try Self.exec(program, arguments: [library]), output: "0\n")
    }
  }

  /// A thread is stopped while the allocator copies a block that contains the only reference to an
  /// object. The memory of the new block had belonged to another block.
  @Test func aBlockThatIsBeingReallocatedIsSearched() throws {
    let library = try compiledC(
      """
      #include <dlfcn.h>
      #include <stdatomic.h>
      #include <stdlib.h>
      #include <string.h>
      #include <unistd.h>
      static atomic_bool is_moving;
      void wait_for_move(void) {
        while (!is_moving) usleep(1000);
      }
      void *realloc(void *block, size_t size) {
        if (size != 100003) {
          return ((void *(*)(void *, size_t))dlsym(RTLD_NEXT, "realloc"))(block, size);
        }
        void *larger = ((void *(*)(size_t))dlsym(RTLD_NEXT, "malloc"))(size);
        memcpy(larger, block, 50000);
        is_moving = 1;
        for (;;) pause();
      }
      """, options: ["-shared", "-fPIC"], to: "libslow.so")
    let source = """
      final class Kept { var number = 1 }
      nonisolated(unsafe) var box: UnsafeMutableRawPointer?
      @inline(never) func start() {
        box = malloc(50_000)
        let kept = Unmanaged.passRetained(Kept()).toOpaque()
        (box! + 8_000).storeBytes(of: kept, as: UnsafeMutableRawPointer.self)
        Thread.detachNewThread {
          free(malloc(100_003))
          box = realloc(box, 100_003)
        }
        typealias Wait = @convention(c) () -> Void
        unsafeBitCast(dlsym(nil, "wait_for_move")!, to: Wait.self)()
      }
      start()
      print("done")
      """
    try withCompiledProgram(Self.losing + source, options: ["-Onone"]) { program in
      let result = try Self.exec(program, environment: ["LD_PRELOAD": library])
      Self.expectFound(result)
      #expect(!result.errors.contains("Kept"), "\(result.errors)")
    }
  }

  /// If a program that is not position independent takes the address of a function, all images use
  /// the address of the program's stub for the function.
  @Test func aProgramThatUsesTheAddressOfMallocRuns() throws {
    let source = """
      #include <stdio.h>
      #include <stdlib.h>
      static void *(*volatile allocate)(size_t) = malloc;
      static void (*volatile release)(void *) = free;
      int main(void) {
        release(allocate(10));
        puts("done");
        return 0;
      }
      """
    let program = try compiledC(source, options: ["-fno-pie", "-no-pie"], to: "stubs")
    let result = try Self.exec(
      "/bin/sh", arguments: ["-c", "'\(program)'; true"], options: ["--follow"])
    #expect(result.output == "done\n", "\(result.errors)")
    #expect(!result.errors.contains("crashed"), "\(result.errors)")
  }

  /// The library stores the only reference to an object in memory that it allocates. At the same
  /// address, the program had freed a block. If the program opens the library by its name, the
  /// loader searches for the file in the folders that the program specifies.
  @Test(arguments: [false, true])
  func memoryOfALibraryOpenedAtRunTimeIsSearched(isOpenedByName: Bool) throws {
    let library = try compiledC(
      """
      #include <stdlib.h>
      #include <string.h>
      static void **box;
      void keep(void *object) {
        box = malloc(400);
        memset(box, 0, 400);
        box[3] = object;
      }
      """, options: ["-shared", "-fPIC"], to: "libkeeping.so")
    let source = """
      typealias Keep = @convention(c) (UnsafeRawPointer) -> Void
      final class Kept { var number = 1 }
      @inline(never) func start() {
        let library = dlopen(CommandLine.arguments[1], RTLD_NOW)!
        let keep = unsafeBitCast(dlsym(library, "keep")!, to: Keep.self)
        let blocks = (0..<20).map { _ in malloc(400) }
        blocks.forEach { free($0) }
        keep(Unmanaged.passRetained(Kept()).toOpaque())
      }
      start()
      print("done")
      """
    let file = URL(fileURLWithPath: library)
    let search = ["-Xlinker", "-rpath", "-Xlinker", file.deletingLastPathComponent().path]
    try withCompiledProgram(Self.losing + source, options: ["-Onone"] + search) { program in
      let argument = isOpenedByName ? file.lastPathComponent : library
      let result = try Self.exec(program, arguments: [argument])
      Self.expectFound(result)
      #expect(!result.errors.contains("Kept"), "\(result.errors)")
    }
  }

  /// Memory is mapped at the address of a freed block.
  @Test func memoryAtTheAddressOfAFreedBlockIsSearched() throws {
    let result = try Self.execLosing(
      """
      final class Kept { var number = 1 }
      @inline(never) func start() -> Bool {
        var block: UnsafeMutableRawPointer?
        posix_memalign(&block, 4096, 1 << 20)
        memset(block!, 1, 1 << 20)
        free(block)
        let start = UnsafeMutableRawPointer(bitPattern: UInt(bitPattern: block) & ~4095)!
        let memory = mmap(
          start, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)!
        let kept = Unmanaged.passRetained(Kept()).toOpaque()
        (memory + 64_000).storeBytes(of: kept, as: UnsafeMutableRawPointer.self)
        return memory <= start && start < memory + (1 << 20)
      }
      print(start() ? "done" : "elsewhere")
      """)
    Self.expectFound(result)
    #expect(!result.errors.contains("Kept"), "\(result.errors)")
  }

  /// The recorder also has a module named `Findings`.
  @Test func aLibraryModuleNamedLikeARecorderModuleIsUsed() throws {
    let library = """
      public final class Holder {
        public var text: String
        init(_ text: String) { self.text = text }
      }
      public struct Finding {
        public var number = 7
        public var holder = Holder("hello")
        public init() {}
      }
      """
    let compiled = try Compilation(
      of: ["Findings.swift": library],
      with: [
        "swiftc", "-emit-library", "-emit-module", "-module-name", "Findings", "Findings.swift",
        "-o", "libFindings.so",
      ]
    ).outcome()
    let folder = URL(fileURLWithPath: compiled.file("libFindings.so"))
      .deletingLastPathComponent().path
    let source = """
      import Findings
      let finding: Any = Finding()
      print((finding as! Finding).number, [Finding()][0].holder.text)
      """
    try withCompiledProgram(
      Self.losing + source,
      options: ["-I", folder, "-L", folder, "-lFindings", "-Xlinker", "-rpath=\(folder)"]
    ) { program in
      Self.expectFound(try Self.exec(program), output: "7 hello\n")
    }
  }
}
