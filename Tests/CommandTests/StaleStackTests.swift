import TestSupport
import Testing

/// Words that finished calls left on the main stack before `main` are no owners.
@Suite(.timeLimit(.minutes(10))) struct StaleStackTests {
  /// An initializer writes the address of an object all over the stack on which `main` then runs.
  /// The program never overwrites these words. A control in the same program is referenced by a
  /// global variable.
  @Test(arguments: [true, false])
  func wordsThatInitializersLeftBelowMainKeepNothing(isLost: Bool) throws {
    let source = """
      import Foundation
      final class Model { var number = 1 }
      enum Root { nonisolated(unsafe) static var kept: Unmanaged<Model>? }
      @inline(never) @_optimize(none) func use(_ object: Any?) {}
      @inline(never) @_optimize(none) func dig(_ depth: Int, _ word: UnsafeMutableRawPointer) {
        let words = (word, word, word, word, word, word, word, word)
        if depth > 0 { dig(depth - 1, words.7) }
        use(words.0)
      }
      @section(".init_array") @used
      let beforeMain: @convention(c) () -> Void = {
        let model = Unmanaged.passRetained(Model())
        \(isLost ? "" : "Root.kept = model")
        dig(200, model.toOpaque())
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
      #expect(result.status == (isLost ? 1 : 0), "\(result.errors)")
      #expect(result.errors.contains("1 over-retained") == isLost, "\(result.errors)")
    }
  }
}
