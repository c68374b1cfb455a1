import TestSupport
import Testing

@Suite(.runsPrograms) struct ExecThreadTests {
  /// Each thread waits, and retains objects of its own. Two of these objects retain each other.
  @Test func hundredsOfThreadsAreStopped() throws {
    let source = """
      import Foundation
      final class Node { var next: Node? }
      for _ in 0..<400 {
        let isReady = DispatchSemaphore(value: 0)
        Thread {
          let node = Node()
          node.next = Node()
          node.next?.next = node
          isReady.signal()
          withExtendedLifetime(node) { _ = sleep(1_000) }
        }.start()
        isReady.wait()
      }
      """
    try withCompiledProgram(source, options: ["-g"]) { path in
      let result = try Tool.run(["exec", "--", path])
      #expect(result.status == 0, "\(result.errors)")
      #expect(!result.errors.contains("roots could not be searched"), "\(result.errors)")
    }
  }
}
