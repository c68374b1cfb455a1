import Foundation
import Testing

/// Tests that no function or initializer of the analysis has more lines than the limit.
@Suite struct FunctionLengthTests {
  private static let maxLines = 25

  private struct Function {
    var name: String
    var lines: Int
  }

  /// Returns the functions, initializers, subscripts and computed properties in a formatted source.
  ///
  /// A declaration ends at the first line with a closing brace at the declaration's own
  /// indentation.
  private static func functions(in text: String) throws -> [Function] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let declaration = #/^ *(?!\/\/)(?:[a-z@(): ]+ )?(?:func |init[?(<]|subscript|var .*\{$)/#
    // Most lines declare nothing, and matching the regular expression takes long.
    let words = ["func ", "init", "subscript", "var "]
    return try lines.indices.compactMap { start in
      guard words.contains(where: lines[start].contains),
        lines[start].prefixMatch(of: declaration) != nil
      else { return nil }
      let indentation = lines[start].prefix { $0 == " " }
      if lines[start].hasSuffix("}") { return Function(name: String(lines[start]), lines: 1) }
      let end = lines[(start + 1)...].firstIndex {
        $0.hasPrefix(indentation + "}") || ($0.hasPrefix(indentation + ") ") && $0.hasSuffix("}"))
      }
      return Function(
        name: String(lines[start].dropFirst(indentation.count)),
        lines: try #require(end, "\(lines[start]) has no end") - start + 1)
    }
  }

  private static func sources() throws -> [URL] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/LeakAnalysis")
    let files = try #require(FileManager.default.enumerator(atPath: root.path))
    return files.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
      .map { root.appending(path: $0) }
  }

  @Test func noFunctionIsLongerThan25Lines() throws {
    var count = 0
    for file in try Self.sources() {
      let functions = try Self.functions(in: String(contentsOf: file, encoding: .utf8))
      count += functions.count
      for function in functions {
        #expect(
          function.lines <= Self.maxLines, "\(file.lastPathComponent): \(function.name)")
      }
    }
    #expect(count > 80, "the functions were not recognized")
  }

  @Test func longFunctionsAndInitializersAreRecognized() throws {
    let body = String(repeating: "    work()\n", count: 24)
    for head in [
      "  func long() {", "  private static func long<T>(\n    of value: T\n  ) -> Int {",
      "  package init(_ value: Int) {", "  init?(text: String) {", "  mutating func add() {",
      "  var value: Int {",
    ] {
      let text = "struct Sample {\n\(head)\n\(body)  }\n\n  func short() { work() }\n}\n"
      let functions = try Self.functions(in: text)
      #expect(functions.count == 2, "\(head)")
      #expect(functions.contains { $0.lines > Self.maxLines }, "\(head)")
    }
  }
}
