import Findings
import Foundation
import Reporting
import Scenarios
import TestSupport
import Testing

/// Tests of the whole matrix. There are as few runs as possible, because each takes long.
@Suite(.runsPrograms) struct WholeMatrixTests {
  @Test func itIsCleanAndReproducibleAndReportsStaleEntries() throws {
    try withTemporaryFolder { folder in
      let folders = ["first", "second"].map { folder.appending(path: $0) }
      let first = try Tool.run(["run", "--jobs", "2", "--output", folders[0].path])
      #expect(first.status == 0, "\(first.output)")
      #expect(first.errors == "")
      #expect(
        first.lastLine.contains(
          #/^leakcheck: 0 unexpected cycles, (\d+)/\1 controls seen, \d+ cells, \d+\.\d s$/#),
        "\(first.lastLine)")

      let baseline = folder.appending(path: "baseline.json").path
      try Data(#"{"schemaVersion": "1.0", "known": [{"fingerprint": "v1:00000000"}]}"#.utf8)
        .write(to: URL(fileURLWithPath: baseline))
      let second = try Tool.run([
        "run", "--quiet", "--jobs", "3", "--baseline", baseline, "--output", folders[1].path,
      ])
      #expect(second.status == 0)
      #expect(second.errors.contains("leakcheck: v1:00000000 in \(baseline) is stale: "))
      try expectTheSameFiles(folders)
      try expectExecutedBreaks(folders[0])

      let pruned = try Tool.run([
        "baseline", "prune", "--baseline", baseline, "--report", folders[1].path,
      ])
      #expect(pruned.output == "- v1:00000000\nleakcheck: 0 known, 0 accepted in \(baseline)\n")
    }
  }

  private func expectExecutedBreaks(_ folder: URL) throws {
    let report = try ReportReader.report(
      from: Data(contentsOf: folder.appending(path: "leakcheck.json")), name: "leakcheck.json")
    let cycles = report.findings.filter(\.rule.isCycle)
    #expect(!cycles.isEmpty)
    let others = cycles.filter {
      $0.execution?.outcome != .verified || $0.confidence != .verified
    }
    #expect(others.map { "\($0.fingerprint): \($0.execution?.reason ?? "not executed")" } == [])
  }

  private func expectTheSameFiles(_ folders: [URL]) throws {
    let names = try files(below: folders[0])
    #expect(names.contains("leakcheck.md"))
    #expect(names.contains("leakcheck.json"))
    #expect(names.contains("leakcheck.junit.xml"))
    #expect(names.contains { $0.hasPrefix("graphs/") && $0.hasSuffix(".dot") })
    #expect(try files(below: folders[1]) == names)
    for name in names {
      let contents = try folders.map { try Data(contentsOf: $0.appending(path: name)) }
      #expect(contents[0] == contents[1], "\(name)")
    }
  }
}
