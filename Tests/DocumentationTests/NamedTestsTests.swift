import Foundation
import Testing

/// Tests that every test named in a document exists.
///
/// `swift test --filter NAME` succeeds without running a test if none has the name.
struct NamedTestsTests {
  /// The names of the functions and types that the files below `Tests` declare.
  private static let declared: Set<String> = {
    let tests = Document.root.appending(path: "Tests")
    let files = FileManager.default.enumerator(atPath: tests.path)?.compactMap { $0 as? String }
    var names: Set<String> = []
    for file in files ?? [] where file.hasSuffix(".swift") {
      let text = try? String(contentsOf: tests.appending(path: file), encoding: .utf8)
      names.formUnion(
        (text ?? "").matches(of: #/\b(?:func|struct|class|actor|enum) (\w+)/#).map { String($0.1) })
    }
    // A filter may also be the name of a test target.
    let folders = try? FileManager.default.contentsOfDirectory(atPath: tests.path)
    return names.union(folders ?? [])
  }()

  /// Each argument is a document, and the minimum number of tests that the document must name.
  @Test(arguments: [("README.md", 15), ("Sources/leakcheck/leakcheck.docc/Programs.md", 70)])
  func everyNamedTestExists(path: String, minimum: Int) throws {
    let document = try #require(Document.all.first { $0.path == path })
    let names = Self.names(in: document.text)
    #expect(names.count >= minimum)
    #expect(names.subtracting(Self.declared) == [])
  }

  @Test func namesAreFoundInFiltersAndTables() {
    let text = """
      Run `swift test --filter FirstTests` or `swift test --filter 'SecondTests\\|ThirdTests'`.

      | condition | result | test |
      | --- | --- | --- |
      | no `/proc` | 3 | `aTest`, `anotherTest` |
      """
    #expect(
      Self.names(in: text) == ["FirstTests", "SecondTests", "ThirdTests", "aTest", "anotherTest"])
  }

  /// Returns the names after `--filter`, and those in the last column of tables of tests.
  private static func names(in text: String) -> Set<String> {
    var names = Set(
      text.matches(of: #/swift test --filter '?([\w|\\]+)/#)
        .flatMap { $0.1.split(separator: #/\\?\|/#) }.map(String.init))
    names.remove("NAME")
    var isTable = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard line.hasPrefix("|"), let last = cells.last else {
        isTable = false
        continue
      }
      if isTable { names.formUnion(last.matches(of: #/`(\w+)`/#).map { String($0.1) }) }
      isTable = isTable || last == "test"
    }
    return names
  }
}
