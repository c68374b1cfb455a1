import Foundation
import TestSupport
import Testing

/// Tests of a run of the matrix in shards, and of the merged report.
@Suite(.runsPrograms) struct ShardTests {
  private static let selection = ["--filter", "create/ma"]

  private func shard(_ index: Int, of count: Int, into folder: URL, _ options: [String] = selection)
    throws -> String
  {
    let output = folder.appending(path: "shard-\(index)-of-\(count)").path
    let result = try Tool.run(
      ["run", "--quiet", "--shard", "\(index)/\(count)", "--output", output] + options)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    return output
  }

  @Test func mergedShardsEqualTheReportOfTheWholeRun() throws {
    try withTemporaryFolder { folder in
      let whole = folder.appending(path: "whole")
      #expect(
        try Tool.run(["run", "--quiet", "--output", whole.path] + Self.selection).status == 0)
      let shards = try (1...3).map { try shard($0, of: 3, into: folder) }
      let merged = folder.appending(path: "merged")
      let result = try Tool.run(["merge"] + shards.reversed() + ["--output", merged.path])
      #expect(result.status == 0, "\(result.errors)")
      let names = try files(below: whole)
      #expect(try files(below: merged) == names)
      for name in names {
        let contents = try [whole, merged].map { try Data(contentsOf: $0.appending(path: name)) }
        #expect(contents[0] == contents[1], "\(name)")
      }
    }
  }

  @Test func shardsThatDoNotBelongTogetherAreRefused() throws {
    try withTemporaryFolder { folder in
      let first = try shard(1, of: 2, into: folder)
      let second = try shard(2, of: 2, into: folder)
      let foreign = try shard(2, of: 3, into: folder)
      let other = folder.appending(path: "other").path
      #expect(
        try Tool.run([
          "run", "--quiet", "--shard", "2/2", "--output", other, "--filter", "create/map/none",
        ]).status == 0)
      let output = folder.appending(path: "merged").path
      for (reports, message) in [
        ([first], "shard 2 of 2 is missing"),
        ([first, second, second], "shard 2 is given twice"),
        (
          [first, foreign], "'\(foreign)': it is one of 3 shards, but the first report is one of 2"
        ),
        (
          [first, other],
          "'\(other)': it belongs to a different run than the first report: its cells or options differ"
        ),
      ] {
        let result = try Tool.run(["merge"] + reports + ["--output", output])
        #expect(result.status == 2)
        #expect(result.errors == "leakcheck: the reports cannot be merged: \(message)\n")
        #expect(!FileManager.default.fileExists(atPath: output))
      }
    }
  }

  @Test func bazelShardVariablesSelectAShard() throws {
    try withTemporaryFolder { folder in
      let status = folder.appending(path: "status").path
      let environment = [
        "TEST_TOTAL_SHARDS": "3", "TEST_SHARD_INDEX": "1", "TEST_SHARD_STATUS_FILE": status,
      ]
      let bazel = try Tool.run(
        ["run", "--format", "json"] + Self.selection, environment: environment)
      let asked = try Tool.run(["run", "--format", "json", "--shard", "2/3"] + Self.selection)
      #expect(bazel.output == asked.output)
      #expect(bazel.output.contains("\"index\":2"))
      #expect(FileManager.default.fileExists(atPath: status))
    }
  }

  @Test(arguments: [
    ("3", "3", "TEST_SHARD_INDEX must be a number from 0 to 2, not '3'"),
    ("3", "", "TEST_SHARD_INDEX must be a number from 0 to 2, not ''"),
    ("many", "0", "TEST_TOTAL_SHARDS must be a number above 0, not 'many'"),
    ("0", "0", "TEST_TOTAL_SHARDS must be a number above 0, not '0'"),
  ])
  func anInvalidBazelShardVariableIsNamed(total: String, index: String, message: String) throws {
    let wrong = try Tool.run(
      ["run"], environment: ["TEST_TOTAL_SHARDS": total, "TEST_SHARD_INDEX": index])
    #expect(wrong.status == 2)
    #expect(wrong.errors == "leakcheck: \(message)\n")
  }

  @Test func aShardWithoutCellsCanBeMerged() throws {
    try withTemporaryFolder { folder in
      let one = ["--filter", "create/map/none/reentrant"]
      let first = try shard(1, of: 2, into: folder, one)
      let output = folder.appending(path: "empty").path
      let empty = try Tool.run(["run", "--quiet", "--shard", "2/2", "--output", output] + one)
      // A run without cells has no verdict, even if the merged report is clean.
      #expect(empty.status == 3)
      #expect(try Tool.run(["merge", first, output]).status == 0)
    }
  }
}

/// Tests that the built command writes every format.
@Suite(.runsPrograms) struct FormatCommandTests {
  @Test func theOutputFolderContainsEveryDefaultFormat() throws {
    try withTemporaryFolder { folder in
      #expect(
        try Tool.run(["run", "--filter", "create/map/none", "--output", folder.path]).status == 0)
      let names = try files(below: folder).filter { !$0.hasPrefix("graphs/") }
      #expect(
        names == [
          "leakcheck.html", "leakcheck.json", "leakcheck.junit.xml", "leakcheck.md",
          "leakcheck.sarif",
        ])
    }
  }

  @Test(arguments: [
    ("sarif", "{\n"), ("junit", "<?xml"), ("html", "<!DOCTYPE html>"), ("md", "# leakcheck"),
  ])
  func aFormatIsPrintedToStandardOutput(name: String, opening: String) throws {
    let result = try Tool.run(["run", "--filter", "create/map/none", "--format", name])
    #expect(result.status == 0)
    #expect(result.output.hasPrefix(opening))
  }

  /// A control has findings, whose pages and pictures are files of their own in a folder.
  @Test func markdownOnStandardOutputRefersToNoFiles() throws {
    let result = try Tool.run(["run", "--filter", "create/map/none", "--format", "md"])
    #expect(result.output.contains("```mermaid"))
    #expect(result.output.ranges(of: "# leakcheck").count == 1)
    #expect(!result.output.contains("graphs/") && !result.output.contains("digraph"))
    #expect(!result.output.contains("<svg"))
  }

  @Test func githubFormatPrintsAnnotationsAndAppendsTheSummary() throws {
    try withTemporaryFolder { folder in
      let summary = folder.appending(path: "summary.md")
      try Data("before\n".utf8).write(to: summary)
      let result = try Tool.run(
        [
          "run", "--format", "github", "--mutant", "sink-survives-error", "--filter",
          "create/map/error/afterSubscribe",
        ], environment: ["GITHUB_STEP_SUMMARY": summary.path])
      #expect(result.status == 1)
      #expect(result.output.hasPrefix("::error "))
      #expect(result.output.split(separator: "\n").allSatisfy { $0.hasPrefix("::") })
      let text = try String(contentsOf: summary, encoding: .utf8)
      #expect(text.hasPrefix("before\n# leakcheck: ✖ failed: 1 of 1 cell, 1 unexpected cycle"))
    }
  }

  @Test func githubFormatPrintsNothingForACleanRun() throws {
    let result = try Tool.run(["run", "--format", "github", "--filter", "create/map/none"])
    #expect(result.status == 0)
    #expect(result.output == "")
  }
}
