import TestSupport
import Testing

/// Words that finished calls left on the main stack before `main` are no owners.
@Suite(.timeLimit(.minutes(10))) struct StaleStackTests {
  /// An initializer leaves the address of `Lost` all over the stack on which `main` then runs.
  /// The program never writes to the memory that it takes there.
  @Test func wordsThatInitializersLeftBelowMainKeepNothing() throws {
    let source = """
      import Foundation
      final class Lost { var number = 1 }
      @inline(never) @_optimize(none) func use(_ object: Any?) {}
      @inline(never) @_optimize(none) func dig(_ depth: Int, _ word: UnsafeMutableRawPointer) {
        let words = (word, word, word, word, word, word, word, word)
        if depth > 0 { dig(depth - 1, words.7) }
        use(words.0)
      }
      @section(".init_array") @used
      let beforeMain: @convention(c) () -> Void = {
        dig(200, Unmanaged.passRetained(Lost()).toOpaque())
      }
      @inline(never) @_optimize(none) func run() {
        withUnsafeTemporaryAllocation(byteCount: 16384, alignment: 16) { unused in
          use(unused.count)
          exit(0)
        }
      }
      run()
      """
    try withCompiledProgram(source, options: ["-Onone", "-g"]) { path in
      let result = try Tool.run(["exec", "--", path])
      #expect(result.status == 1)
      #expect(result.errors.contains("1 over-retained"), "\(result.errors)")
    }
  }
}
