import TestSupport
import Testing

/// Tests of `leakcheck mutants` with a few generated mutants of the real library.
@Suite(.runsPrograms) struct GeneratedMutantTests {
  @Test func mistakesInTheSinkDisposerAreCaught() throws {
    let result = try Tool.run([
      "mutants", "--filter", "SinkDisposer.dispose:dropped-assignment", "--verbose",
    ])
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(
      result.output.contains("caught\tSinkDisposer.swift:SinkDisposer.dispose:dropped-assignment"))
    #expect(result.lastLine.hasPrefix("leakcheck: 100.0 %, 2 of 2 generated mistakes caught"))
  }

  @Test func aGeneratedMutantCanBeRunByName() throws {
    let result = try Tool.run([
      "run", "--mutant", "SinkDisposer.swift:SinkDisposer.dispose:dropped-assignment", "--filter",
      "create/map/completion",
    ])
    #expect(result.status == 1)
    #expect(result.output.contains("SinkDisposer"))
  }

  /// A thread of a forked process waits for a mutex that the process's first thread has locked. The
  /// mutant is in code that the cell does not execute.
  @Test func threadsOfAForkedProcessCanWaitForEachOther() throws {
    let cells = try Tool.run(["list"]).output.split(separator: "\n")
    let cell = try #require(
      cells.firstIndex { $0.hasPrefix("containers/that end on another thread while they grow/") })
    let mutant = 1_003
    let jobs = String(repeating: "\(mutant) \(cell)\n", count: 10)
    let result = try Tool.run(["attempt"], input: jobs)
    #expect(result.output == String(repeating: "\(cell)\nend\ndone\n", count: 10))
  }

  @Test func anUnknownOptionIsRefused() throws {
    #expect(try Tool.run(["mutants", "--bogus"]).status == 2)
  }
}
