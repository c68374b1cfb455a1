import Foundation
import Reporting
import Testing

@Suite struct ReportWriterTests {
  /// A folder that goes away with the test.
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: "leakcheck-\(UUID().uuidString)")
    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }

    func put(_ path: String, _ text: String) throws {
      let file = url.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }

    /// Every file with its contents.
    func files() throws -> [String: String] {
      var files: [String: String] = [:]
      for path in try FileManager.default.subpathsOfDirectory(atPath: url.path) {
        guard let data = try? Data(contentsOf: url.appending(path: path)) else { continue }
        files[path] = String(decoding: data, as: UTF8.self)
      }
      return files
    }
  }

  @Test func `files are written into folders that need not exist`() throws {
    let folder = try Folder()
    try ReportWriter(folder: folder.url.appending(path: "a/b")).write([
      OutputFile(path: "leakcheck.md", contents: "text"),
      OutputFile(path: "graphs/v1-1.dot", contents: "digraph {}"),
    ])
    #expect(try folder.files() == ["a/b/leakcheck.md": "text", "a/b/graphs/v1-1.dot": "digraph {}"])
  }

  @Test func `graphs of an earlier run go, other files stay`() throws {
    let folder = try Folder()
    try folder.put("graphs/old.dot", "old")
    try folder.put("graphs/old.svg", "old")
    try folder.put("graphs/new.svg", "picture of new")
    try folder.put("graphs/notes.txt", "mine")
    try folder.put("other.dot", "mine")
    try ReportWriter(folder: folder.url).write([OutputFile(path: "graphs/new.dot", contents: "new")])
    #expect(try folder.files() == [
      "graphs/new.dot": "new", "graphs/new.svg": "picture of new", "graphs/notes.txt": "mine",
      "other.dot": "mine",
    ])
  }

  @Test func `when one file cannot be written all older ones are left`() throws {
    let folder = try Folder()
    try folder.put("leakcheck.md", "older")
    try folder.put("leakcheck.json/child", "a folder in the way")
    #expect(throws: ReportWritingError.self) {
      try ReportWriter(folder: folder.url).write([
        OutputFile(path: "leakcheck.md", contents: "newer"),
        OutputFile(path: "leakcheck.json", contents: "newer"),
      ])
    }
    #expect(try folder.files() == ["leakcheck.md": "older", "leakcheck.json/child": "a folder in the way"])
  }

  @Test func `a folder that is a file is one clear line`() throws {
    let folder = try Folder()
    try folder.put("out", "a file")
    let out = folder.url.appending(path: "out")
    do {
      try ReportWriter(folder: out).write([OutputFile(path: "leakcheck.md", contents: "")])
      Issue.record("it was written")
    } catch {
      #expect(error.description.hasPrefix("cannot write the report to \(out.path): "))
      #expect(!error.description.contains("\n"))
    }
    #expect(try folder.files() == ["out": "a file"])
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a folder that takes no files is one clear line`() {
    #expect(throws: ReportWritingError.self) {
      try ReportWriter(folder: URL(filePath: "/dev/full/report")).write([
        OutputFile(path: "leakcheck.md", contents: "")
      ])
    }
  }
}
