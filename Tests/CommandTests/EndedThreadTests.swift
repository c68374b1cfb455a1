import TestSupport
import Testing

/// Tests that the result of a thread keeps an object in use until the thread is joined or detached.
@Suite(.runsPrograms) struct EndedThreadTests {
  private static let source = """
    import Foundation
    final class Answer { deinit { print("released") } }
    nonisolated(unsafe) var thread = pthread_t()
    @inline(never) func start() {
      pthread_create(&thread, nil, { _ in Unmanaged.passRetained(Answer()).toOpaque() }, nil)
      waitUntilOthersSleep()
    }
    @inline(never) func finish(_ kind: String) {
      var result: UnsafeMutableRawPointer?
      switch kind {
      case "detach": pthread_detach(thread)
      case "join": pthread_join(thread, &result)
      case "release":
        pthread_join(thread, &result)
        Unmanaged<Answer>.fromOpaque(result!).release()
      default: break
      }
    }
    @inline(never) func clean(_ depth: Int) -> Int {
      withUnsafeTemporaryAllocation(of: Int.self, capacity: 200) { words in
        words.initialize(repeating: 0)
        return depth == 0 ? words[3] : clean(depth - 1) + words[7]
      }
    }
    start()
    finish(CommandLine.arguments[1])
    _ = clean(40)
    """

  @Test func aResultIsInUseUntilTheThreadIsJoinedOrDetached() throws {
    try withCompiledProgram(Self.source, options: ["-Onone", "-g"]) { program in
      let kinds = [("wait", false), ("release", false), ("join", true), ("detach", true)]
      for (kind, isLost) in kinds {
        let result = try Tool.run(["exec", "--", program, kind])
        #expect(result.status == (isLost ? 1 : 0), "\(kind): \(result.errors)")
        #expect(
          result.errors.contains("1 finding about over-retained") == isLost,
          "\(kind): \(result.errors)")
        #expect(result.output.contains("released") == (kind == "release"), "\(kind)")
      }
    }
  }
}
