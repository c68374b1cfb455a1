import Foundation
import TestSupport
import Testing

@Suite(.runsPrograms) struct ExecTestBundleTests {
  /// A test bundle that checks for leaks contains its own recorder. That recorder must not replace
  /// the recorder that `exec` loads. Both record each allocation.
  @Test func aTestBundleWithItsOwnRecorderIsAnalyzed() throws {
    let result = try Tool.run([
      "exec", "--", CommandLine.arguments[0], "--testing-library", "swift-testing", "--filter",
      "UnderExecTests",
    ])
    #expect(result.status == 1, "\(result.errors)")
    for words in [
      "3 tests in 1 suite passed", "1 known issue", "over-retained", "UnderExecTests.swift:12",
      "retain-cycle", "1 leaked cycle, 1 finding about over-retained",
    ] {
      #expect(result.errors.contains(words), "\(result.errors)")
    }
  }
}
