import Foundation
import TestSupport
import Testing

/// Tests that the code in README and in the articles compiles.
@Suite(.runsPrograms) struct SnippetTests {
  @Test(arguments: Document.all) func snippetsCompile(document: Document) throws {
    guard !document.snippets.isEmpty else { return }
    let isReadme = document.path == "README.md"
    let imports = isReadme ? Self.readmeImports : ""
    let context = isReadme ? Document.root.appending(path: Self.readmeContext) : nil
    let errors = try SnippetCompiler.errors(in: imports + document.program, context: context)
    #expect(errors == "", "\(document.path) does not compile")
  }

  /// Checks that the search finds the articles, so that the other tests compile their code.
  @Test func everyCatalogHasAnArticleWithCode() {
    let withCode = Document.all.filter { !$0.snippets.isEmpty }.map(\.path)
    for catalog in ["README", "Streams.docc", "LeakTesting.docc", "leakcheck.docc"] {
      #expect(withCode.contains { $0.contains(catalog) }, "\(catalog) has no code")
    }
  }

  @Test(arguments: Document.all.filter { !$0.snippets.isEmpty })
  func aBrokenSnippetIsReported(document: Document) throws {
    let broken = Document(
      path: document.path,
      text: document.text + "\n```swift\nlet broken: Int = thisNameDoesNotExist()\n```\n")
    let isReadme = document.path == "README.md"
    let errors = try SnippetCompiler.errors(
      in: (isReadme ? Self.readmeImports : "") + broken.program,
      context: isReadme ? Document.root.appending(path: Self.readmeContext) : nil)
    #expect(errors.contains("cannot find 'thisNameDoesNotExist' in scope"))
  }

  /// Declarations that the examples in README omit: imports, and the types of an application.
  private static let readmeImports = """
    import Testing
    import XCTest
    @testable import Streams
    @testable import StreamCells
    @testable import StreamsTests

    """
  private static let readmeContext = "Tests/DocumentationTests/Context/Application.swift"
}
