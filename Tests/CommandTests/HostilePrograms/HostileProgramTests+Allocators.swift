import Foundation
import Testing

extension HostileProgramTests {
  /// The installed allocators that can replace the allocator of the C library.
  static let allocators = [
    "jemalloc.so.2", "tcmalloc_minimal.so.4", "mimalloc.so.2",
  ].compactMap(library)

  /// The C library's allocator with additional checks.
  private static let checkedAllocator = library("c_malloc_debug.so.0")

  /// Returns the path of an installed library; `nil` if it is not installed.
  private static func library(_ name: String) -> String? {
    ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"]
      .map { "\($0)/lib\(name)" }
      .first { FileManager.default.fileExists(atPath: $0) }
  }

  /// The checking allocator exports only old versions of the allocator's functions.
  @Test(.enabled(if: checkedAllocator != nil, "glibc's library for checks is not installed"))
  func theCheckingAllocatorIsRecorded() throws {
    let library = try #require(Self.checkedAllocator)
    let result = try Self.execLosing(
      "print(\"done\")", environment: ["LD_PRELOAD": library, "MALLOC_CHECK_": "3"])
    Self.expectFound(result)
  }

  @Test(
    .enabled(if: !allocators.isEmpty, "neither jemalloc, tcmalloc nor mimalloc is installed"),
    arguments: allocators, [false, true])
  func anotherAllocatorIsRecorded(library: String, isLinked: Bool) throws {
    let source =
      Self.losing + """
        final class Empty {}
        final class Ring { var next: Ring?; var values = [Empty(), Empty(), Empty()] }
        @inline(never) func leak() { let ring = Ring(); ring.next = ring }
        leak()
        // Some allocators align blocks of up to 8 bytes to 8 bytes.
        final class Kept { var number = 0 }
        let small = (0..<64).map { _ in malloc(8)! }
        for (index, block) in small.enumerated() where index % 3 == 0 {
          block.initializeMemory(as: Kept.self, to: Kept())
        }
        for (index, block) in small.enumerated() where index % 3 != 0 { free(block) }
        print("done")
        """
    let options = ["-Onone"] + (isLinked ? [library] : [])
    try withCompiledProgram(source, options: options) { program in
      let result = try Self.exec(
        program, environment: isLinked ? [:] : ["LD_PRELOAD": library])
      Self.expectFound(result)
      #expect(result.errors.contains("leakcheck: 1 leaked cycle"), "\(result.errors)")
    }
  }
}
