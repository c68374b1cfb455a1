import Foundation
import Findings
import Reporting
import TestSupport
import Testing

/// Tests of `baseline`, `diff`, `explain` and `--baseline`. Some of the reports are from a library
/// with a planted mistake.
@Suite(.runsPrograms) struct GateCommandTests {
  /// The arguments of a run that leaks: one matrix cell, run with a planted mistake.
  private static let leaking = [
    "--mutant", "sink-survives-error", "--filter", "create/map/error/afterSubscribe",
  ]

  /// Runs `body` with a folder that contains two reports of the same cell: one with the planted
  /// mistake, and one without it.
  private func withReports(
    _ body: (_ folder: URL, _ leaking: String, _ clean: String) throws -> Void
  ) throws {
    try withTemporaryFolder { folder in
      let (leaking, clean) = (
        folder.appending(path: "leaking").path, folder.appending(path: "clean").path
      )
      #expect(try Tool.run(["run", "--output", leaking] + Self.leaking).status == 1)
      #expect(try Tool.run(["run", "--output", clean] + Self.leaking.suffix(2)).status == 0)
      try body(folder, leaking, clean)
    }
  }

  private func report(_ folder: String) throws -> LeakReport {
    let data = try Data(contentsOf: URL(fileURLWithPath: folder).appending(path: "leakcheck.json"))
    return try ReportReader.report(from: data, name: "report")
  }

  @Test func findingsInTheBaselineDoNotFailTheRun() throws {
    try withReports { folder, leaking, clean in
      let file = folder.appending(path: "baseline.json").path
      let created = try Tool.run(["baseline", "create", "--baseline", file, "--report", leaking])
      #expect(created.status == 0)
      let fingerprint = try #require(report(leaking).findings.first { $0.status == .new })
        .fingerprint
      #expect(created.output.contains("+ \(fingerprint)\n"))
      let before = try Data(contentsOf: URL(fileURLWithPath: file))

      let gated = try Tool.run(["run", "--baseline", file] + Self.leaking)
      #expect(gated.status == 0, "\(gated.output)")
      #expect(gated.output.contains("known: it is in the baseline"))
      #expect(gated.lastLine.contains("0 unexpected cycles") && gated.lastLine.contains("1 known"))
      #expect(
        try Tool.run(["run", "--baseline", file, "--fail-on", "all"] + Self.leaking).status == 1)
      #expect(
        try Tool.run(["run", "--baseline", file, "--fail-on", "none"] + Self.leaking).status == 0)

      let again = try Tool.run(["baseline", "create", "--baseline", file, "--report", leaking])
      #expect(again.status == 2)
      #expect(again.errors.contains("already exists; see leakcheck baseline update"))
      #expect(
        try Tool.run(["baseline", "update", "--baseline", file, "--report", clean]).status == 0)
      #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
      let partial = try Tool.run(["baseline", "prune", "--baseline", file, "--report", clean])
      #expect(partial.status == 2)
      #expect(
        partial.errors
          == "leakcheck: the report covers only a part of the matrix, so it cannot show which entries "
          + "are stale; use the report of a run without options that select cells\n"
      )
      #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
    }
  }

  /// `prune` must not interpret the command line in a report, which is only for readers. Here, the
  /// command line contains `--filter` even in the report of the whole matrix.
  @Test func pruneRequiresAReportOfTheWholeMatrix() throws {
    try withReports { folder, leaking, clean in
      let file = folder.appending(path: "baseline.json").path
      #expect(
        try Tool.run(["baseline", "create", "--baseline", file, "--report", leaking]).status == 0)
      let json = URL(fileURLWithPath: clean).appending(path: "leakcheck.json")
      let text = try String(contentsOf: json, encoding: .utf8)
      func pruned(_ member: String) throws -> Tool.Result {
        let changed = text.replacing("  \"isSelective\": true,\n", with: member)
          .replacing(#/"reproduce": ".*"/#, with: #""reproduce": "leakcheck run --filter x.json""#)
        try Data(changed.utf8).write(to: json)
        return try Tool.run(["baseline", "prune", "--baseline", file, "--report", clean])
      }
      let unknown = try pruned("")
      #expect(unknown.status == 2)
      #expect(unknown.errors.contains("an earlier version of leakcheck wrote it"))
      #expect(try pruned("  \"isSelective\": true,\n").status == 2)
      let whole = try pruned("  \"isSelective\": false,\n")
      #expect(whole.status == 0, "\(whole.errors)")
      #expect(whole.output.hasSuffix("0 known, 0 accepted in \(file)\n"), "\(whole.output)")
    }
  }

  @Test func anExpiredEntryOrASyntaxErrorPreventsAnyOutput() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "b.json")
      let output = folder.appending(path: "reports").path
      let texts = [
        (
          "{\n \"schemaVersion\": \"1.0\",\n \"accepted\": [{\"fingerprint\": \"v1:00\", \"reason\": \"r\", \"owner\": \"me\", \"expires\": \"2020-01-01\"}]\n}",
          ":3:15: v1:00 expired on 2020-01-01, owner me: fix it, renew it or prune it"
        ),
        ("{\n \"schemaVersion\": \"1.0\",\n}", ":2:25: a comma before } is not allowed"),
      ]
      for (text, message) in texts {
        try Data(text.utf8).write(to: file)
        let result = try Tool.run(["run", "--baseline", file.path, "--output", output])
        #expect(result.status == 2)
        #expect(result.errors == "leakcheck: \(file.path)\(message)\n")
        #expect(!FileManager.default.fileExists(atPath: output))
      }
    }
  }

  @Test func diffComparesFindingsByFingerprint() throws {
    try withReports { folder, leaking, clean in
      let fingerprint = try #require(report(leaking).findings.first { $0.status == .new })
        .fingerprint
      let broken = try Tool.run(["diff", clean, leaking])
      #expect(broken.status == 1)
      #expect(broken.output.hasPrefix("new:\n"))
      #expect(broken.output.contains(fingerprint))
      #expect(broken.lastLine.hasPrefix("leakcheck: "))
      let fixed = try Tool.run(["diff", leaking, clean])
      #expect(fixed.status == 0)
      #expect(fixed.output.contains("✓ fixed  \(fingerprint)"))
      let same = try Tool.run(["diff", leaking, leaking])
      #expect(same.status == 0)
      #expect(same.output.contains("• unchanged  \(fingerprint)"))
      #expect(try Tool.run(["diff", leaking, leaking, "--fail-on", "all"]).status == 1)
      #expect(try Tool.run(["diff", clean, leaking, "--fail-on", "none"]).status == 0)

      let sarif = try Tool.run(["diff", leaking, leaking, "--format", "sarif"])
      #expect(sarif.output.contains("\"baselineState\" : \"unchanged\""))
      #expect(!sarif.output.contains("\"baselineState\" : \"new\""))
    }
  }

  @Test func explainShowsTheEffectOfEachBreak() throws {
    try withReports { folder, leaking, clean in
      let fingerprint = try #require(report(leaking).findings.first { $0.status == .new })
        .fingerprint
      let result = try Tool.run(["explain", fingerprint, "--report", leaking])
      #expect(result.status == 0)
      #expect(result.output.contains("What each ending cuts:"))
      #expect(result.output.contains(#/making this reference weak removes \d+ of \d+ cycles?/#))
      #expect(
        result.output.contains(
          "leakcheck run --filter create/map/error/afterSubscribe --mutant sink-survives-error"))
      // A unique prefix of the fingerprint suffices.
      let digits = String(fingerprint.dropFirst(3).prefix(5))
      #expect(try Tool.run(["explain", digits, "--report", leaking]).output == result.output)
      let unknown = try Tool.run(["explain", "v1:zzzzzzzz", "--report", leaking])
      #expect(unknown.status == 2)
      #expect(unknown.errors.contains("has no finding 'v1:zzzzzzzz'; it has v1:"))
      #expect(unknown.errorLines.count == 1)
    }
  }

  @Test(arguments: [
    (
      "{\"schemaVersion\": \"1.0\", \"tool\": {\"na",
      "is truncated: it ends in the middle of the report"
    ),
    ("<html>", "is not JSON"), ("{\"version\": \"2.1.0\"}", "is not a leakcheck report"),
    (
      "{\"schemaVersion\": \"7.1\", \"tool\": {\"name\": \"leakcheck\"}}",
      "cannot be read: schema 7.1 is newer than this version of leakcheck supports (1.x)"
    ),
    (
      "{\"schemaVersion\": \"0.3\", \"tool\": {\"name\": \"leakcheck\"}}",
      "cannot be read: schema 0.3 is older than this version of leakcheck supports (1.x)"
    ),
  ]) func everySubcommandRejectsAnInvalidReport(text: String, message: String) throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "r.json")
      let output = folder.appending(path: "out").path
      try Data(text.utf8).write(to: file)
      for command in [
        ["diff", file.path, file.path, "--output", output],
        ["merge", file.path, "--output", output],
        ["explain", "v1:0", "--report", file.path],
        ["baseline", "create", "--report", file.path, "--baseline", output],
      ] {
        let result = try Tool.run(command)
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(result.errors == "leakcheck: \(file.path) \(message)\n")
        #expect(!FileManager.default.fileExists(atPath: output))
      }
    }
  }
}
