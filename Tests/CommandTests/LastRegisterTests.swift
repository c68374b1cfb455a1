import TestSupport
import Testing

/// Tests that a register of the thread that ends the program is a root only if the caller of `exit`
/// may still use its value.
@Suite(.runsPrograms) struct LastRegisterTests {
  /// The object is the sixth argument of the second-to-last call. It is in a register that the
  /// called function may change.
  @Test(arguments: ["-Onone", "-O"], ["exit(0)", "_exit(0)"])
  func aRegisterOfAFinishedCallKeepsNoObjectAlive(optimization: String, ending: String) throws {
    let source = """
      import Foundation
      final class Lost { var number = 1 }
      @inline(never) func lose() -> Int {
        Int(bitPattern: Unmanaged.passRetained(Lost()).toOpaque())
      }
      @inline(never) func run() {
        // The call fails, because a mapping cannot be empty.
        _ = mmap(nil, 0, 0, 0, -1, lose())
        \(ending)
      }
      run()
      """
    try withCompiledProgram(source, options: [optimization, "-g"]) { path in
      let result = try Tool.run(["exec", "--", path])
      #expect(result.status == 1)
      #expect(result.errors.contains("1 finding about over-retained"), "\(result.errors)")
    }
  }

  /// A local variable of a function that calls `exit` is never released. In an optimized function,
  /// it may exist only in a register: the register of the last call's result, or a callee-saved
  /// register.
  @Test(arguments: ["-Onone", "-O"], ["exit(0)", "_exit(0)"])
  func aLocalVariableOfTheCallerOfExitKeepsItsObjectAlive(
    optimization: String, ending: String
  ) throws {
    let source = """
      import Foundation
      final class Held { var number = 1 }
      @inline(never) @_optimize(none) func use(_ object: AnyObject) {}
      @inline(never) @_optimize(none) func make() -> Held { Held() }
      @inline(never) func result() {
        let held = make()
        withExtendedLifetime(held) { \(ending) }
      }
      @inline(never) func preserved() {
        let held = make()
        use(held)
        use(held)
        withExtendedLifetime(held) { \(ending) }
      }
      if CommandLine.arguments.count > 1 { result() } else { preserved() }
      """
    try withCompiledProgram(source, options: [optimization, "-g"]) { path in
      for arguments in [[], ["result"]] {
        let result = try Tool.run(["exec", "--", path] + arguments)
        #expect(result.status == 0, "\(arguments) \(result.errors)")
      }
    }
  }

  /// `dispatchMain()` never returns, but libdispatch discards the frames of its callers.
  @Test func aLocalVariableOfACallerOfDispatchMainKeepsItsObjectAlive() throws {
    let source = """
      import Dispatch
      import Foundation
      final class Server { var count = 0 }
      final class Lost { var count = 0 }
      @inline(never) func lose() { _ = Unmanaged.passRetained(Lost()) }
      func serve() -> Never {
        let server = Server()
        let signals = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: .main)
        signals.setEventHandler { [weak server] in server?.count += 1 }
        signals.resume()
        if CommandLine.arguments.count > 1 { lose() }
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { exit(0) }
        dispatchMain()
      }
      serve()
      """
    try withCompiledProgram(source, options: ["-Onone", "-g"]) { path in
      let clean = try Tool.run(["exec", "--", path])
      #expect(clean.status == 0, "\(clean.errors)")
      let leaking = try Tool.run(["exec", "--", path, "lose"])
      #expect(leaking.status == 1)
      #expect(
        leaking.errors.contains("Lost (1 retain without a known reference)"),
        "\(leaking.errors)")
      #expect(
        leaking.errors.contains("0 leaked cycles, 1 finding about over-retained"),
        "\(leaking.errors)")
    }
  }
}
