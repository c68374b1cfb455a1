import Foundation
import Testing

extension HostileProgramTests {
  /// The installed allocators that can replace the allocator of the C library.
  static let allocators = ["jemalloc.so.2", "tcmalloc_minimal.so.4"].compactMap { name in
    ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"]
      .map { "\($0)/lib\(name)" }
      .first { FileManager.default.fileExists(atPath: $0) }
  }

  @Test(
    .enabled(if: !allocators.isEmpty, "neither jemalloc nor tcmalloc is installed"),
    arguments: allocators, [false, true])
  func anotherAllocatorIsRecorded(library: String, isLinked: Bool) throws {
    let source =
      Self.losing + """
        final class Empty {}
        final class Ring { var next: Ring?; var values = [Empty(), Empty(), Empty()] }
        @inline(never) func leak() { let ring = Ring(); ring.next = ring }
        leak()
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
