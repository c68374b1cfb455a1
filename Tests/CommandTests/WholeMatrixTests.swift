import Findings
import Foundation
import Reporting
import Scenarios
import TestSupport
import Testing

/// Tests of the whole matrix. Only one test runs all cells, because such a run takes long.
@Suite(.runsPrograms) struct WholeMatrixTests {
  @Test func isCleanAndReportsStaleBaselineEntries() throws {
    try withTemporaryFolder { folder in
      let baseline = folder.appending(path: "baseline.json").path
      try Data(#"{"schemaVersion": "1.0", "known": [{"fingerprint": "v1:00000000"}]}"#.utf8)
        .write(to: URL(fileURLWithPath: baseline))
      let output = folder.appending(path: "output")
      let run = try Tool.run([
        "run", "--jobs", "2", "--baseline", baseline, "--output", output.path,
      ])
      #expect(run.status == 0, "\(run.output)\(run.errors)")
      let stale = "leakcheck: v1:00000000 in \(baseline) is stale: "
      #expect(run.errors.hasPrefix(stale) && run.errors.split(separator: "\n").count == 1)
      #expect(
        run.lastLine.contains(
          #/^leakcheck: 0 unexpected cycles, (\d+)/\1 controls seen, \d+ cells, \d+\.\d s$/#),
        "\(run.lastLine)")
      try expectExecutedBreaks(output)

      let pruned = try Tool.run([
        "baseline", "prune", "--baseline", baseline, "--report", output.path,
      ])
      #expect(pruned.output == "- v1:00000000\nleakcheck: 0 known, 0 accepted in \(baseline)\n")
    }
  }

  /// The continuous integration compares the reports of the whole matrix with the committed ones.
  @Test func reportsDoNotDependOnTheNumberOfProcesses() throws {
    try withTemporaryFolder { folder in
      let folders = try [1, 3].map { jobs in
        let output = folder.appending(path: "\(jobs)")
        let run = try Tool.run([
          "run", "--quiet", "--shard", "2/8", "--jobs", "\(jobs)", "--output", output.path,
        ])
        #expect(run.status == 0, "\(run.errors)")
        return output
      }
      try expectTheSameFiles(folders)
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
