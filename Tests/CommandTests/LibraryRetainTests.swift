import TestSupport
import Testing

/// Tests of cycles with objects that Foundation does not release, although nothing uses them.
@Suite(.runsPrograms) struct LibraryRetainTests {
  /// Foundation retains a timer that has been invalidated.
  @Test(arguments: ["-Onone", "-O"])
  func theBreakOfATimersCycleIsVerified(optimization: String) throws {
    let source = """
      import Foundation
      final class Refresher {
        private var timer: Timer?
        private var count = 0
        func start() {
          timer = Timer.scheduledTimer(withTimeInterval: 0.01, repeats: true) { _ in
            self.count += 1
          }
        }
        func stop() { timer?.invalidate() }
      }
      func runLoop() { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.05)) }
      func run() {
        let refresher = Refresher()
        refresher.start()
        runLoop()
        refresher.stop()
      }
      run()
      runLoop()
      """
    try expect("break here: [weak self]", in: source, optimization)
  }

  /// Foundation retains the attributes of a string that has been deallocated.
  @Test(arguments: ["-Onone", "-O"])
  func theEditOfAnAttributeFreesTheObject(optimization: String) throws {
    let source = """
      import Foundation
      final class Note {
        private var text: NSMutableAttributedString? = NSMutableAttributedString(string: "hello")
        func mark() {
          text?.addAttribute(.init("owner"), value: self, range: NSRange(location: 0, length: 2))
        }
      }
      func run() { Note().mark() }
      run()
      """
    try expect(
      "break here: give Foundation an object that refers weakly to the Note", in: source,
      optimization)
  }

  private func expect(_ edit: String, in source: String, _ optimization: String) throws {
    try withCompiledProgram(source, options: [optimization, "-g"]) { program in
      let report = try Tool.run(["exec", "--color", "never", "--", program]).errors
      #expect(report.contains(edit), "\(report)")
      #expect(report.contains("confidence: verified (a trial freed "), "\(report)")
      #expect(report.contains("still alive: Foundation does not release them"), "\(report)")
      for text in ["refuted", "passRetained"] { #expect(!report.contains(text), "\(report)") }
    }
  }
}
