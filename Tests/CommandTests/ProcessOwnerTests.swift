import TestSupport
import Testing

/// Tests of an object that owns a `Process` and is captured by a handler of its pipe. Foundation
/// retains the process until it is waited for.
@Suite(.runsPrograms) struct ProcessOwnerTests {
  private static let source = """
    import Foundation
    final class Shell: @unchecked Sendable {
      private let process = Process()
      private let pipe = Pipe()
      private let ended = DispatchSemaphore(value: 0)
      private var output = Data()
      func run(weakly: Bool) throws {
        process.executableURL = URL(fileURLWithPath: "/bin/echo")
        process.standardOutput = pipe
        if weakly {
          pipe.fileHandleForReading.readabilityHandler = {
            [weak self] in self?.output += $0.availableData
          }
        } else {
          pipe.fileHandleForReading.readabilityHandler = { self.output += $0.availableData }
        }
        process.terminationHandler = { [ended] _ in ended.signal() }
        try process.run()
        ended.wait()
        usleep(50_000)
        if weakly { process.waitUntilExit() }
      }
    }
    @inline(never) func run(weakly: Bool) throws { try Shell().run(weakly: weakly) }
    try run(weakly: CommandLine.arguments[1] == "fixed")
    """

  @Test(arguments: ["-Onone", "-O"])
  func bothEditsOfACycleThroughAProcessAreMarkedAndVerified(optimization: String) throws {
    try withCompiledProgram(Self.source, options: [optimization, "-g"]) { program in
      let leaking = try Tool.run(["exec", "--", program, "leaking"])
      #expect(leaking.status == 1, "\(leaking.errors)")
      for words in [
        "file-handle-handler: ", "capture self     ◀── break here: [weak self]",
        "◀── break here: call waitUntilExit() on the process",
        "confidence: verified (a trial freed", "still alive: libdispatch releases them later",
      ] {
        #expect(leaking.errors.contains(words), "\(leaking.errors)")
      }
      #expect(!leaking.errors.contains("which no edit of the program breaks"))
      let fixed = try Tool.run(["exec", "--", program, "fixed"])
      #expect(fixed.status == 0, "\(fixed.errors)")
    }
  }
}
