import TestSupport
import Testing

/// Tests of an object that owns threads whose block captures the object.
@Suite(.runsPrograms) struct ThreadOwnerTests {
  private static let source = """
    import Foundation
    final class Pool: @unchecked Sendable {
      private let condition = NSCondition()
      private var threads: [Thread] = []
      private var running = 2
      private var isStopped = false
      func start(weakly: Bool) {
        for _ in 0..<2 {
          threads.append(weakly ? Thread { [weak self] in self?.loop() } : Thread { self.loop() })
        }
        for thread in threads { thread.start() }
      }
      private func loop() {
        condition.withLock {
          while !isStopped { condition.wait() }
          running -= 1
          condition.broadcast()
        }
      }
      func stop(releases: Bool) {
        condition.withLock {
          isStopped = true
          condition.broadcast()
          while running > 0 { condition.wait() }
        }
        while threads.contains(where: { !$0.isFinished }) { usleep(1_000) }
        if releases { threads = [] }
      }
      deinit { print("deallocated") }
    }
    @inline(never) func run(_ way: String) {
      let pool = Pool()
      pool.start(weakly: way == "weak")
      if way != "running" { pool.stop(releases: way == "released") }
    }
    run(CommandLine.arguments[1])
    usleep(50_000)
    """

  @Test(arguments: ["-Onone", "-O"])
  func eitherEditReleasesTheOwnerOfThreads(optimization: String) throws {
    try withCompiledProgram(Self.source, options: [optimization, "-g"]) { program in
      let leaking = try Tool.run(["exec", "--", program, "leaking"])
      #expect(leaking.status == 1, "\(leaking.errors)")
      for words in [
        "thread-retains-block: ", "capture self     ◀── break here: [weak self]",
        "or release the Thread object when the thread has ended.", "confidence: verified",
      ] {
        #expect(leaking.errors.contains(words), "\(leaking.errors)")
      }
      for edit in ["weak", "released"] {
        let fixed = try Tool.run(["exec", "--", program, edit])
        #expect(fixed.status == 0, "\(fixed.errors)")
        #expect(fixed.output == "deallocated\n")
      }
      // The threads that wait in a method use the object.
      let running = try Tool.run(["exec", "--", program, "running"])
      #expect(running.status == 0, "\(running.errors)")
    }
  }
}
