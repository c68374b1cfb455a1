import Foundation
import Reporting
import Scenarios
import TestSupport
import Testing

/// Tests of runs with several processes, with various options and with cells that print.
@Suite(.runsPrograms) struct WorkerTests {
  /// In the matrix cell with the `debug` operator, the operator prints late, because a planted
  /// mistake in the library delays its release.
  @Test func theOutputOfACellIsNotParsedAsAResult() throws {
    let result = try Tool.run([
      "run", "--mutant", "sink-survives-completion", "--source", "create", "--operator",
      "direct,map,compactMap,enumerated,scan,filter,take,skip,debug", "--jobs", "2", "--quiet",
    ])
    #expect(result.status == 1, "\(result.errors)")
    #expect(!result.errors.contains("JSON"))
    #expect(result.lastLine.contains("failed"))
  }

  /// The options of a run, each with its values.
  private static let options: [[[String]]] = [
    [[], ["--mutant", "sink-survives-error"], ["--mutant", "bag-forgets-on-deinit"]],
    [
      ["--source", "PublishSubject,BehaviorSubject", "--operator", "direct,map,merge,debug"],
      ["--source", "create", "--operator", "debug"],
      ["--filter", "create/debug/,create/map/"],
    ],
    [["--ending", "error,bagDrop"], ["--timing", "afterSubscribe,reentrant"]],
    [["--jobs", "1"], ["--jobs", "2"], ["--jobs", "3"]],
    [[], ["--format", "json"], ["--format", "junit"]],
    [[], ["--shard", "1/2"]],
    [[], ["--repeat", "2"]],
  ]

  /// Combinations of options that contain every pair of values of any two options.
  private static let combinations = CoveringArray(levels: options.map(\.count)).rows.map { row in
    zip(options, row).flatMap { $0[$1] }
  }

  @Test(arguments: combinations) func everyTwoOptionsWorkTogether(words: [String]) throws {
    let result = try Tool.run(["run"] + words)
    // The run must be clean or have findings. It must not fail.
    #expect([0, 1].contains(result.status), "\(result.errors)")
    #expect(!result.errors.contains("leakcheck:"), "\(result.errors)")
    #expect(!result.output.contains("cell -> "), "what a cell prints is in the report")
    if words.contains("json") {
      let report = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
      let cells = (report as? [String: Any])?["cells"] as? [Any]
      #expect(cells?.isEmpty == false)
    } else if words.contains("junit") {
      #expect(result.output.hasPrefix("<?xml"))
    } else {
      #expect(result.lastLine.hasPrefix("leakcheck: "))
    }
  }

  /// With the mutant, a cell of this source does not end.
  @Test(arguments: ["1", "2"]) func aCellThatDoesNotEndIsReported(jobs: String) throws {
    let result = try Tool.run([
      "run", "--mutant", "SequentialSink.swift:SequentialSink.takeNext:dropped-call",
      "--source", "create", "--operator", "map,concat", "--cell-timeout", "3", "--jobs", jobs,
      "--quiet",
    ])
    #expect(result.status == 4, "\(result.errors)")
    #expect(
      result.errors.contains(#/leakcheck: the cell .+ has not ended in time \(--cell-timeout\)/#),
      "\(result.errors)")
  }

  @Test(arguments: ["1", "2"]) func aCellThatCrashesIsReported(jobs: String) throws {
    let result = try Tool.run([
      "run", "--mutant", "Fifo.swift:Fifo.popFirst:inverted-check", "--source", "create",
      "--operator", "map,concatMap", "--jobs", jobs, "--quiet",
    ])
    #expect(![0, 1, 3].contains(result.status), "\(result.errors)")
    #expect(result.errors.contains(#/leakcheck: the cell .+ crashed/#), "\(result.errors)")
  }

  @Test(arguments: ["1", "2"]) func theOtherCellsRunIfACellCrashes(jobs: String) throws {
    let result = try Tool.run([
      "run", "--mutant", "Fifo.swift:Fifo.popFirst:inverted-check", "--source", "create",
      "--operator", "map,concatMap", "--jobs", jobs, "--format", "json",
    ])
    #expect(result.status == 4, "\(result.errors)")
    let report = try ReportReader.report(from: Data(result.output.utf8), name: "report")
    let crashed = report.cells.filter { $0.verdict == .fail }
    #expect(!crashed.isEmpty)
    for cell in crashed {
      #expect(cell.operator == "concatMap")
      #expect(cell.reason.contains(#/^crashed with signal \d+ \(SIG[A-Z]+\)$/#), "\(cell.reason)")
    }
    let others = report.cells.filter { $0.operator == "map" }
    #expect(others.count > 10 && others.allSatisfy { $0.verdict == .pass })
  }
}
