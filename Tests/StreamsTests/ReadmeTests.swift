import Foundation
import Testing

/// Tests that the source of the operator shown in README is the same as in the library.
struct ReadmeTests {
  @Test(arguments: ["Operators/Filtering/IgnoreElements.swift"])
  func theOperatorInTheReadmeMatchesItsSourceFile(path: String) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = try String(
      contentsOf: root.appending(path: "Sources/Streams/\(path)"), encoding: .utf8)
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    #expect(file.split(separator: "\n").count <= 20)
    #expect(readme.contains("```swift\n\(file)```"))
  }
}
