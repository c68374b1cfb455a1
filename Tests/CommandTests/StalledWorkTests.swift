import Findings
import Foundation
import Reporting
import TestSupport
import Testing

/// Tests of the findings about work that cannot continue: tasks, operations and dispatch sources
/// that wait for the program.
@Suite(.runsPrograms) struct StalledWorkTests {
  private static let source = """
    import Foundation
    final class Model: @unchecked Sendable {
      var source: (any DispatchSourceProtocol)?
      var count = 0
      func listen(to source: any DispatchSourceProtocol) {
        self.source = source
        source.setEventHandler { self.count += 1 } // handler
      }
    }
    func use(_ model: Model) { if model.count == 99 { print(model) } }
    func wait() async { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
    @inline(never) func startTask(_ kind: String) {
      let model = Model()
      let body = { @Sendable in
        await wait()
        use(model)
      }
      switch kind {
      case "group":
        Task {
          await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 { group.addTask { await body() } }
          }
        }
      case "discarding": Task { await withDiscardingTaskGroup { $0.addTask { await body() } } }
      case "value": Task { await Task { await body() }.value }
      default: Task { await body() }
      }
    }
    @inline(never) func startOperation(_ kind: String) {
      let model = Model()
      let operation = BlockOperation { use(model) }
      let (other, queue) = (BlockOperation(), OperationQueue())
      if kind == "suspended" { queue.isSuspended = true } else { operation.addDependency(other) }
      queue.addOperation(operation)
      switch kind {
      case "removed": operation.removeDependency(other)
      case "cancelled": operation.cancel()
      case "started": other.start()
      default: break
      }
    }
    @inline(never) func startSource(_ kind: String) {
      let source: any DispatchSourceProtocol =
        kind == "signal" ? DispatchSource.makeSignalSource(signal: SIGUSR1)
        : DispatchSource.makeUserDataAddSource()
      Model().listen(to: source)
      if kind == "data" { source.resume() }
    }
    let kind = CommandLine.arguments[1]
    switch kind {
    case "signal", "data": startSource(kind)
    case "never", "removed", "suspended", "cancelled", "started": startOperation(kind)
    default: startTask(kind)
    }
    usleep(200_000)
    """

  @Test(arguments: ["-Onone", "-O"])
  func theFixIsToContinueTheWork(optimization: String) throws {
    try withCompiledProgram(Self.source, options: [optimization, "-g"]) { program in
      for kind in ["plain", "group", "discarding", "value"] {
        let (findings, text) = try Tool.findings(of: program, kind)
        #expect(findings.map(\.cause) == [.lostContinuation], "\(kind): \(text)")
        #expect(!text.contains("break here"), "\(kind): \(text)")
      }
      for kind in ["never", "removed", "suspended"] {
        let (findings, text) = try Tool.findings(of: program, kind)
        #expect(findings.map(\.cause) == [.operationNeverFinishes], "\(kind): \(text)")
        #expect(!text.contains("break here") && !text.contains("maintainers"), "\(kind): \(text)")
        #expect(text.contains("cancel() it"), "\(text)")
      }
      for kind in ["cancelled", "started"] {
        let (findings, text) = try Tool.findings(of: program, kind)
        #expect(findings.isEmpty, "\(kind): \(text)")
      }
    }
  }

  @Test(arguments: ["-Onone", "-O"])
  func theHandlerOfAnIdleSourceIsPartOfItsCycle(optimization: String) throws {
    try withCompiledProgram(Self.source, options: [optimization, "-g"]) { program in
      for kind in ["signal", "data"] {
        let (findings, text) = try Tool.findings(of: program, kind)
        #expect(findings.map(\.cause) == [.dispatchSource], "\(kind): \(text)")
        #expect(text.contains("break here: [weak self]"), "\(kind): \(text)")
        // libdispatch ends a program that releases a source which was not resumed.
        #expect(text.contains("resume() it first") == (kind == "signal"), "\(kind): \(text)")
      }
    }
  }
}
