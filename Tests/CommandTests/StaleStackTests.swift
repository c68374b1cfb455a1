import TestSupport
import Testing

/// Tests that words on a thread's stack are not roots if finished calls left them there before the
/// thread began.
@Suite(.runsPrograms) struct StaleStackTests {
  /// An initializer fills the stack with the address of an object. `main` runs on the same stack
  /// and never overwrites these words. For comparison, a second program also stores the address in
  /// a global variable.
  @Test(arguments: [true, false])
  func stackWordsOfInitializersKeepNoObjectAlive(isLost: Bool) throws {
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
      #expect(result.errors.contains("1 finding about over-retained") == isLost, "\(result.errors)")
    }
  }

  /// A new thread inherits the vector registers of the thread that creates it. They contain the
  /// words that were copied last, and the dynamic linker saves them on the new stack. The new
  /// thread waits in a frame that does not overwrite them.
  @Test(arguments: [8, 32, 64])
  func registersOfTheCreatingThreadKeepNoObjectAlive(count: Int) throws {
    let source = """
      import Foundation
      final class Lost { var number = 1 }
      @inline(never) func lose() -> UInt { UInt(bitPattern: Unmanaged.passRetained(Lost()).toOpaque()) }
      @inline(never) func fillRegisters(_ count: Int) {
        let word = ~lose()
        let words = UnsafeMutablePointer<UInt>.allocate(capacity: count)
        for index in 0..<count { words[index] = ~word }
        let copy = UnsafeMutablePointer<UInt>.allocate(capacity: count)
        memcpy(copy, words, count * 8)
        memset(words, 0, count * 8)
        for index in 0..<count { copy[index] = 0 }
      }
      @inline(never) func clean(_ depth: Int) -> Int {
        withUnsafeTemporaryAllocation(of: Int.self, capacity: 100) { words in
          words.initialize(repeating: 0)
          return depth == 0 ? words[3] : clean(depth - 1) + words[7]
        }
      }
      let started = DispatchSemaphore(value: 0)
      let never = DispatchSemaphore(value: 0)
      let count = Int(CommandLine.arguments[1])!
      func run() {
        fillRegisters(count)
        DispatchQueue(label: "blocked").async {
          withUnsafeTemporaryAllocation(byteCount: 1000, alignment: 16) { _ in
            withUnsafeTemporaryAllocation(byteCount: 1000, alignment: 16) { _ in
              started.signal()
              never.wait()
            }
          }
        }
        started.wait()
        waitUntilOthersSleep()
      }
      run()
      _ = clean(40)
      exit(0)
      """
    try withCompiledProgram(source, options: ["-Onone", "-g"]) { path in
      let result = try Tool.run(["exec", "--", path, "\(count)"])
      #expect(result.status == 1, "\(result.errors)")
      #expect(result.errors.contains("1 finding about over-retained"), "\(result.errors)")
    }
  }
}
