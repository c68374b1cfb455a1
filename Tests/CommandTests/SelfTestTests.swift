import Foundation
import MutantCells
import Testing

@testable import leakcheck

/// Tests of planted mistakes that do not match the library.
@Suite struct SelfTestTests {
  @Test func aMistakeThatCannotBePlantedIsReportedAsNotCaught() throws {
    let name = try #require(mutants.first).name
    let obstacle = "the lines of its edit at Mutants.txt:7 are not in Sink.swift"
    let selfTest = SelfTest(
      executable: URL(fileURLWithPath: "/bin/false"), mutants: [mutants[0]], isQuiet: true,
      obstacle: { _ in obstacle })
    #expect(selfTest.warnings == ["the mistake \(name) was not planted: \(obstacle)"])
    let verdicts = selfTest.verdicts()
    #expect(verdicts.map(\.isCaught) == [false])
    #expect(verdicts.map(\.reason) == ["not planted: \(obstacle)"])
  }
}
