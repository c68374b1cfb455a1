import Foundation
import TestSupport
import Testing

/// Tests of programs in which several threads crash at the same time.
@Suite(.runsPrograms) struct ConcurrentCrashTests {
  private static let source = """
    import Foundation
    final class Pair { var other: Pair? }
    @inline(never) func leak() {
      let pair = Pair()
      pair.other = pair
    }
    @inline(never) func trap(_ number: Int?) { print(number!) }
    leak()
    let kept = (0..<20_000).map { _ in Pair() }
    for _ in 0..<20 {
      Thread.detachNewThread {
        usleep(20_000)
        trap(CommandLine.arguments.count > 9 ? 1 : nil)
      }
    }
    sleep(60)
    """

  /// Without a backtrace, the second crash would end the program during the analysis of the first.
  /// If the runtime prints backtraces, only one thread may enter its signal handler.
  @Test(arguments: ["no", "yes"], [[], ["--follow"]])
  func theFirstCrashIsAnalyzed(backtrace: String, options: [String]) throws {
    try withCompiledProgram(Self.source, options: ["-Onone", "-g"]) { program in
      for _ in 0..<3 {
        let result = try Tool.run(
          ["exec"] + options + ["--", program],
          environment: ["SWIFT_BACKTRACE": "enable=\(backtrace)"])
        #expect(result.status == 4, "\(result.errors)")
        #expect(result.errors.contains("1 leaked cycle"), "\(result.errors)")
        #expect(result.errors.contains("it crashed with signal"), "\(result.errors)")
      }
    }
  }
}
