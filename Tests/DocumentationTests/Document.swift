import Foundation
import Testing

/// A Markdown file. A test compiles its Swift code.
struct Document: Sendable, CustomTestStringConvertible {
  /// The path below the package's root.
  let path: String
  let text: String

  var testDescription: String { path }

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The README and the articles of all documentation catalogs.
  static let all: [Document] = {
    let sources = root.appending(path: "Sources")
    let articles = FileManager.default.enumerator(atPath: sources.path)?
      .compactMap { $0 as? String }
      .filter { $0.contains(".docc/") && $0.hasSuffix(".md") }
      .sorted()
      .map { "Sources/\($0)" }
    return (["README.md"] + (articles ?? [])).compactMap { path in
      (try? String(contentsOf: root.appending(path: path), encoding: .utf8))
        .map { Document(path: path, text: $0) }
    }
  }()

  /// The contents of the fenced code blocks marked as Swift, in order.
  var snippets: [String] {
    var snippets: [String] = []
    var current: [Substring]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let lines = current {
        if line == "```" {
          snippets.append(lines.joined(separator: "\n"))
          current = nil
        } else {
          current = lines + [line]
        }
      } else if line == "```swift" {
        current = []
      }
    }
    return snippets
  }

  /// A source file that consists of all snippets.
  ///
  /// Two abbreviations are completed. `{ … }` stands for an omitted body, and a snippet that ends
  /// with a comma is part of an array literal.
  var program: String {
    snippets.enumerated().map { index, snippet in
      let code = snippet.replacing("{ … }", with: "{}")
      return code.hasSuffix(",") ? "let element\(index) = [\n\(code)\n]" : code
    }
    .joined(separator: "\n")
  }
}
