import Findings
import Foundation
import Reporting
import TestSupport
import Testing

/// Tests that the findings of a program do not depend on whether the Swift runtime, libdispatch and
/// Foundation are linked into it. If they are, the program contains its own copies of these
/// libraries and of their variables, and the analysis uses other copies.
@Suite(.runsPrograms) struct StaticRuntimeTests {
  private static let source = """
    import Foundation
    final class Group: @unchecked Sendable {
      let group = DispatchGroup()
      var count = 0
      func enter() { group.enter(); group.notify(queue: .global()) { self.count += 1 } }
    }
    final class Waiter: @unchecked Sendable {
      var continuation: CheckedContinuation<Int, Never>?
      func wait() async -> Int { await withCheckedContinuation { continuation = $0 } }
    }
    final class Loser: Sendable {
      func wait() async { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
    }
    final class Delayed: @unchecked Sendable { var count = 0 }
    final class Ticker: @unchecked Sendable {
      let source = DispatchSource.makeTimerSource()
      var count = 0
      func start() {
        source.schedule(deadline: .now() + 1_000)
        source.setEventHandler { self.count += 1 }
        source.resume()
      }
    }
    final class Reader: @unchecked Sendable {
      let pipe = Pipe()
      var count = 0
      func start() {
        pipe.fileHandleForReading.readabilityHandler = { self.count += $0.availableData.count }
      }
    }
    func start(_ kind: String) {
      switch kind {
      case "group": Group().enter()
      case "continuation":
        let waiter = Waiter()
        Task { print(await waiter.wait()) }
      case "lost":
        let loser = Loser()
        Task { await loser.wait() }
      case "delayed":
        let delayed = Delayed()
        DispatchQueue.global().asyncAfter(deadline: .now() + 1_000) { delayed.count += 1 }
      case "ticker": Ticker().start()
      default: Reader().start()
      }
    }
    start(CommandLine.arguments[1])
    await suspendUntilOthersSleep()
    """

  private static let kinds: [(name: String, cause: Cause)] = [
    ("group", .dispatchGroup), ("continuation", .awaitedContinuation),
    ("lost", .lostContinuation), ("delayed", .delayedBlock), ("ticker", .dispatchSource),
    ("reader", .fileHandleHandler),
  ]

  @Test(arguments: [["-Onone", "-g"], ["-O", "-g"]])
  func aStaticRuntimeDoesNotChangeTheFindings(options: [String]) throws {
    for linking in [[], ["-static-stdlib"]] {
      try withCompiledProgram(Self.source, options: options + linking) { program in
        for kind in Self.kinds {
          let report = try Self.report(on: program, kind.name)
          #expect(
            report.findings.map(\.cause) == [kind.cause],
            "\(kind.name) \(options + linking): \(report.findings.map(\.rule))")
        }
      }
    }
  }

  private static func report(on program: String, _ kind: String) throws -> LeakReport {
    try withTemporaryFolder { folder in
      _ = try Tool.run(["exec", "--format", "json", "--output", folder.path, "--", program, kind])
      let data = try Data(contentsOf: folder.appending(path: "leakcheck.json"))
      return try ReportReader.report(from: data, name: "leakcheck.json")
    }
  }
}
