import Foundation
import MutantCells
import Reporting
import Findings
import Scenarios
import TestSupport
import Testing

/// Tests that run `leakcheck run` with the real library.
@Suite(.runsPrograms) struct RunTests {
  @Test func aFilterRunsOnlyMatchingCells() throws {
    let result = try Tool.run(["run", "--quiet", "--filter", "create/map/none/reentrant"])
    #expect(result.status == 0)
    #expect(
      result.output.hasPrefix("leakcheck: 0 unexpected cycles, 1/1 controls seen, 1 cell, "))
  }

  /// `WholeMatrixTests` checks that every suggested break is tried if `--no-verify` is not given.
  @Test func breaksAreNotExecutedWithNoVerify() throws {
    try withTemporaryFolder { folder in
      let result = try Tool.run([
        "run", "--source", "create,PublishSubject", "--ending", "none", "--operator",
        "direct,map,flatMap", "--format", "json", "--output", folder.path, "--no-verify",
      ])
      #expect(result.status == 0, "\(result.output)")
      let report = try ReportReader.report(
        from: Data(contentsOf: folder.appending(path: "leakcheck.json")), name: "leakcheck.json")
      let cycles = report.findings.filter(\.rule.isCycle)
      #expect(cycles.count > 1)
      #expect(cycles.allSatisfy { $0.execution == nil && $0.confidence != .verified })
    }
  }

  @Test func objectsLeakedByEachRunAreReportedAsGrowth() throws {
    let result = try Tool.run([
      "run", "--mutant", "sink-survives-error", "--filter", "create/map/error/afterSubscribe",
      "--repeat", "3",
    ])
    #expect(result.status == 1)
    #expect(result.output.contains("leaked in each of 3 runs: the leak grows"), "\(result.output)")
  }

  @Test func aFailedCellShowsTheSuspectLines() throws {
    let result = try Tool.run([
      "run", "--mutant", "SinkDisposer.swift:SinkDisposer.dispose:dropped-assignment", "--filter",
      "create/map/completion",
    ])
    #expect(result.status == 1)
    #expect(
      result.output.contains("  suspect: Sources/Streams/Core/SinkDisposer.swift:"),
      "\(result.output)")
  }

  @Test(arguments: ["--jobs", "--repeat"])
  func rejectsANumberThatIsOutOfRange(option: String) throws {
    let result = try Tool.run(["run", option, "0"])
    #expect(result.status == 2)
    #expect(
      result.errors == "leakcheck: \(option) expects a number from 1 to 10000, not '0'\n")
  }

  @Test func aRunWithoutCellsIsInconclusive() throws {
    let result = try Tool.run(["run", "--filter", "no such cell"])
    #expect(result.status == 3)
    #expect(result.errors == "leakcheck: no cell ran: the options select none\n")
    #expect(
      result.lastLine.hasPrefix(
        "leakcheck: inconclusive: 0 unexpected cycles, 0/0 controls seen, 0 cells"))
  }

  /// Two of the mistakes that `--mutant` can plant. `make leakcheck` plants all of them.
  @Test(arguments: ["sink-survives-completion", "bag-forgets-on-deinit"])
  func aMutantIsCaughtAndItsObjectsAreReported(name: String) throws {
    let result = try Tool.run(["run", "--mutant", name])
    #expect(result.status == 1, "\(result.output)")
    #expect(result.output.contains("✓ caught  mutant \(name)"), "\(result.output)")
    let mutant = try #require(mutants.first { $0.name == name })
    for object in mutant.objects { #expect(result.output.contains(object)) }
  }

  @Test func aFindingIsReportedWithFailOnNone() throws {
    let result = try Tool.run([
      "run", "--mutant", "sink-survives-error", "--filter", "create/map/error", "--fail-on",
      "none",
    ])
    #expect(result.status == 0)
    #expect(result.output.contains("AnonymousObservableSink"))
    #expect(result.lastLine.contains("failed"))
  }

  @Test func judgePrintsTheVerdictAsJSON() throws {
    let result = try Tool.run(["judge", "bag-forgets-on-deinit"])
    #expect(result.status == 0)
    let verdict = try JSONDecoder().decode(MutantReport.self, from: Data(result.output.utf8))
    #expect(verdict.name == "bag-forgets-on-deinit")
    #expect(verdict.isCaught, "\(verdict.reason)")
    #expect(verdict.endings == ["bagDrop", "none"])
  }

  @Test func theJSONFormatPrintsOneDocument() throws {
    let result = try Tool.run(["run", "--format", "json", "--filter", "create/direct"])
    #expect(result.status == 0)
    #expect(throws: Never.self) {
      try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    }
    #expect(result.errors == "")
  }

  @Test(arguments: [([String](), false), (["--color", "always"], true)])
  func colorIsUsedOnlyForTerminalsOrOnRequest(options: [String], isColored: Bool) throws {
    let result = try Tool.run(["run", "--filter", "create/direct"] + options)
    #expect(result.output.contains("\u{1B}[") == isColored)
  }

  @Test func listShowsTheCellsThatRunWouldRun() throws {
    let result = try Tool.run(["list", "--filter", "create/map/completion", "--timing=reentrant"])
    #expect(result.status == 0)
    #expect(
      result.output == """
        create/map/completion/reentrant          clean
        create/map/completion+bagKept/reentrant  held

        """)
  }

  @Test func listShowsTheMutants() throws {
    let result = try Tool.run(["list", "--mutants"])
    #expect(result.status == 0)
    let count = mutants.count + generatedMutants.count
    #expect(result.output.split(separator: "\n").count == count)
    #expect(result.output.contains("bag-forgets-on-deinit"))
    // The list shows the file, function, kind, line and changed text of each generated mutant.
    #expect(
      result.output.contains(
        #/Sink\.swift:Sink\.\w+:dropped-call(#\d)? +Sink\.swift:\d+ +dispose\(\)/#))
  }

  @Test(arguments: [
    ["--help"], ["run", "--help"], ["list", "--help"], ["diff", "--help"], ["explain", "--help"],
    ["baseline", "--help"], ["merge", "--help"],
  ])
  func helpSucceeds(arguments: [String]) throws {
    let result = try Tool.run(arguments)
    #expect(result.status == 0)
    #expect(result.output.contains("usage: leakcheck"))
  }

  @Test func theVersionIsOneLine() throws {
    #expect(try Tool.run(["--version"]).output.contains(#/^leakcheck \d+\.\d+\.\d+\n$/#))
  }
}
