import Foundation
import TestSupport
import Testing

/// Tests that a report counts all objects that an over-retained object keeps alive, and all objects
/// that the runtime retains, however many there are.
@Suite(.runsPrograms) struct LongListTests {
  private static let program = """
    final class Link { var next: Link?; var text = 0 }
    final class Head { var first: Link? }
    @inline(never) func makeList(_ count: Int) -> Head {
      let head = Head()
      for _ in 0..<count {
        let link = Link()
        link.next = head.first
        head.first = link
      }
      return head
    }

    """

  private static let overRetained = """
    @inline(never) func run(_ count: Int) { _ = Unmanaged.passRetained(makeList(count)) }
    run(Int(CommandLine.arguments[1])!)

    """

  private static let awaited = """
    @inline(never) func run(_ count: Int) {
      let head = makeList(count)
      Task {
        try? await Task.sleep(nanoseconds: 100_000_000_000)
        print(head)
      }
    }
    run(Int(CommandLine.arguments[1])!)
    await suspendUntilOthersSleep()

    """

  private struct Report: Decodable {
    struct Finding: Decodable {
      struct Node: Decodable {
        var type: String
        var count: Int?
        var size: Int?
      }
      var rule: String
      var nodes: [Node]
    }
    var findings: [Finding]
  }

  private static func counts(
    _ path: String, _ count: Int
  ) throws -> (links: Int, bytes: Int, text: String) {
    try withTemporaryFolder { folder in
      let result = try Tool.run(
        [
          "exec", "--color", "never", "--format", "text,json", "--output", folder.path, "--", path,
          "\(count)",
        ])
      let data = try Data(contentsOf: folder.appending(path: "leakcheck.json"))
      let report = try JSONDecoder().decode(Report.self, from: data)
      let nodes = report.findings.flatMap(\.nodes).filter { $0.type == "Link" }
      return (
        nodes.reduce(0) { $0 + ($1.count ?? 1) }, nodes.reduce(0) { $0 + ($1.size ?? 0) },
        result.errors
      )
    }
  }

  @Test func everyObjectRetainedByAnOverRetainedObjectIsCounted() throws {
    try withCompiledProgram(Self.program + Self.overRetained, options: ["-Onone", "-g"]) { path in
      for count in [100, 600, 20_000] {
        let found = try Self.counts(path, count)
        #expect(found.links == count)
        #expect(found.bytes == count * 32)
        #expect(found.text.contains("\(count + 1) objects, \(count * 32 + 24) bytes"))
        #expect(found.text.contains("freed \(count + 1) objects"))
        #expect(!found.text.contains("outside the finding"), "\(found.text)")
        #expect(found.text.split(separator: "\n").count < 300)
      }
    }
  }

  @Test func everyObjectThatATaskRetainsIsCounted() throws {
    try withCompiledProgram(Self.program + Self.awaited, options: ["-Onone", "-g"]) { path in
      for count in [600, 20_000] {
        let found = try Self.counts(path, count)
        #expect(found.links == count, "\(found.text)")
      }
    }
  }
}
