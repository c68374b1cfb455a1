import TestSupport
import Testing

/// Tests of `leakcheck mutants` with a few generated mutants of the real library.
@Suite(.runsPrograms) struct GeneratedMutantTests {
  @Test func mistakesInTheSinksDisposalAreCaught() throws {
    let result = try Tool.run([
      "mutants", "--filter", "SinkDisposer.dispose:dropped-assignment", "--verbose",
    ])
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(
      result.output.contains("caught\tSinkDisposer.swift:SinkDisposer.dispose:dropped-assignment"))
    #expect(result.lastLine.hasPrefix("leakcheck: 100.0 %, 2 of 2 generated mistakes caught"))
  }

  @Test func oneIsRunLikeAnyOther() throws {
    let result = try Tool.run([
      "run", "--mutant", "SinkDisposer.swift:SinkDisposer.dispose:dropped-assignment", "--filter",
      "create/map/completion",
    ])
    #expect(result.status == 1)
    #expect(result.output.contains("SinkDisposer"))
  }

  @Test func anUnknownOptionIsRefused() throws {
    #expect(try Tool.run(["mutants", "--bogus"]).status == 2)
  }
}
