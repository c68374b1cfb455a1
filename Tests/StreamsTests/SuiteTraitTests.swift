import Foundation
import Testing

/// Tests that every suite that creates objects of the library has the trait `countsResources`.
/// Objects of a suite without the trait would falsify the counts of other suites.
@Suite struct SuiteTraitTests {
  @Test func everySuiteThatUsesTheLibraryCountsResources() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    var suites = 0
    let folders = ["StreamsTests", "StreamModelTests", "StreamTestingTests", "RACDisposablesTests"]
    for folder in folders {
      let files = try FileManager.default.subpathsOfDirectory(
        atPath: tests.appending(path: folder).path)
      for file in files where file.hasSuffix(".swift") {
        let source = try String(
          contentsOf: tests.appending(path: "\(folder)/\(file)"), encoding: .utf8)
        guard source.contains("import Streams\n") || source.contains("import RACDisposables\n")
        else { continue }
        for suite in source.split(separator: "\n") where suite.hasPrefix("@Suite") {
          suites += 1
          #expect(suite.contains(".countsResources"), "\(folder)/\(file): \(suite)")
        }
      }
    }
    #expect(suites >= 40)
  }
}
