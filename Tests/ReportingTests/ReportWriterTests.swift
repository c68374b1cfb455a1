import Foundation
import Reporting
import Synchronization
import Testing

@Suite struct ReportWriterTests {
  /// A temporary folder that is removed at the end of the test.
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(
      path: "leakcheck-\(UUID().uuidString)")
    init() throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(at: url) }

    func put(_ path: String, _ text: String) throws {
      let file = url.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }

    /// Returns the contents of every file.
    func files() throws -> [String: String] {
      var files: [String: String] = [:]
      for path in try FileManager.default.subpathsOfDirectory(atPath: url.path) {
        guard let data = try? Data(contentsOf: url.appending(path: path)) else { continue }
        files[path] = String(decoding: data, as: UTF8.self)
      }
      return files
    }
  }

  @Test func createsMissingFolders() throws {
    let folder = try Folder()
    try ReportWriter(folder: folder.url.appending(path: "a/b")).write([
      OutputFile(path: "leakcheck.md", contents: "text"),
      OutputFile(path: "graphs/v1-1.dot", contents: "digraph {}"),
    ])
    #expect(
      try folder.files() == ["a/b/leakcheck.md": "text", "a/b/graphs/v1-1.dot": "digraph {}"])
  }

  @Test func removesTemporaryFilesOfAKilledRun() throws {
    let folder = try Folder()
    try folder.put(".leakcheck-4711-new-leakcheck.md", "half")
    try folder.put("graphs/.leakcheck-4711-old-a.dot", "old")
    try folder.put(".leakcheck-mine", "mine")
    try ReportWriter(folder: folder.url).write([
      OutputFile(path: "leakcheck.md", contents: "text")
    ])
    #expect(try folder.files() == ["leakcheck.md": "text", ".leakcheck-mine": "mine"])
  }

  @Test func aFailureLeavesNoNewFolder() throws {
    let folder = try Folder()
    #expect(throws: ReportWritingError.self) {
      try ReportWriter(folder: folder.url).write([
        OutputFile(path: "graphs/deep/a.dot", contents: "digraph leakcheck {}"),
        OutputFile(path: "graphs/deep", contents: "a file where a folder is"),
      ])
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }

  /// Runs with different numbers modulo 4 write different graphs, and each run removes the graphs
  /// of the others.
  @Test func concurrentRunsLeaveTheFilesOfOneRun() throws {
    let folder = try Folder()
    let writer = ReportWriter(folder: folder.url)
    let failures = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 24) { number in
      let run = "run-\(number % 4)"
      let files = (0..<5).map {
        OutputFile(path: "graphs/\(run)-\($0).dot", contents: "digraph leakcheck { \(run) }")
      }
      do {
        try writer.write(files + [OutputFile(path: "leakcheck.md", contents: run)])
      } catch {
        failures.withLock { $0 += 1 }
      }
    }
    #expect(failures.withLock { $0 } == 0)
    let files = try folder.files()
    let winner = try #require(files["leakcheck.md"])
    #expect(files.count == 6 && files.keys.filter { $0.contains(winner) }.count == 5, "\(files)")
  }

  @Test func removesOldGraphsButKeepsOtherFiles() throws {
    let folder = try Folder()
    try folder.put("graphs/old.dot", "digraph leakcheck {}")
    try folder.put("graphs/theirs.dot", "digraph theirs {}")
    try folder.put("graphs/theirs.svg", "picture of theirs")
    try folder.put("graphs/old.svg", "old")
    try folder.put("graphs/new.svg", "picture of new")
    try folder.put("graphs/notes.txt", "mine")
    try folder.put("other.dot", "mine")
    try ReportWriter(folder: folder.url).write([
      OutputFile(path: "graphs/new.dot", contents: "digraph leakcheck { new }")
    ])
    #expect(
      try folder.files() == [
        "graphs/new.dot": "digraph leakcheck { new }", "graphs/new.svg": "picture of new",
        "graphs/notes.txt": "mine",
        "graphs/theirs.dot": "digraph theirs {}", "graphs/theirs.svg": "picture of theirs",
        "other.dot": "mine",
      ])
  }

  @Test func removesOldGraphsIfTheNewReportHasNone() throws {
    let folder = try Folder()
    try folder.put("graphs/old.dot", "digraph leakcheck {}")
    try folder.put("graphs/old.svg", "picture of old")
    try ReportWriter(folder: folder.url).write([OutputFile(path: "leakcheck.md", contents: "clean")]
    )
    #expect(try folder.files() == ["leakcheck.md": "clean"])
  }

  /// Returns the files of a report in every format.
  private func everyFile() throws -> [OutputFile] {
    try ReportFormats.all.flatMap { try $0.files(for: SampleReports.leaking()) }
  }

  @Test(arguments: ["leaking", "clean"])
  func everyFileBeginsWithTheOpeningThatIdentifiesIt(name: String) throws {
    let report = name == "clean" ? SampleReports.clean() : SampleReports.leaking()
    var graphOpenings: [String: String] = [:]
    for format in ReportFormats.all { graphOpenings.merge(format.graphOpenings) { $1 } }
    for format in ReportFormats.all {
      for file in try format.files(for: report) {
        let suffix = file.path.split(separator: ".").last.map(String.init) ?? ""
        let opening =
          file.path.contains("/") ? graphOpenings[suffix] : format.fileOpenings[file.path]
        let isRecognized = opening.map { file.contents.hasPrefix($0) } ?? false
        #expect(isRecognized, "\(file.path)")
      }
    }
  }

  @Test func removesOldReportsInOtherFormats() throws {
    let folder = try Folder()
    let writer = ReportWriter(folder: folder.url)
    var written: Set<String> = []
    try writer.write(everyFile().filter { written.insert($0.path).inserted })
    try folder.put("leakcheck.yaml", "not a report")
    try writer.write([OutputFile(path: "leakcheck.json", contents: "new")])
    #expect(try folder.files() == ["leakcheck.json": "new", "leakcheck.yaml": "not a report"])
  }

  @Test func writingNoFilesRemovesOldReports() throws {
    let folder = try Folder()
    let writer = ReportWriter(folder: folder.url)
    var written: Set<String> = []
    try writer.write(everyFile().filter { written.insert($0.path).inserted })
    try writer.write([])
    #expect(try folder.files() == [:])
  }

  /// Files that have the names of reports but other contents, and links, were not written by this
  /// program.
  @Test func keepsFilesThatOnlyHaveTheNameOfAReport() throws {
    let folder = try Folder()
    let contents = [
      "leakcheck.md": "# leakcheck\n\nHow we use it", "leakcheck.json": "{}",
      "leakcheck.txt": "leakcheck: 1 leaked cycle", "leakcheck.html": "<!DOCTYPE html>",
      "leakcheck.sarif": "", "notes.md": "# leakcheck: ✖ leaking",
    ]
    for (name, text) in contents { try folder.put(name, text) }
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appending(path: "leakcheck.summary.md").path,
      withDestinationPath: "notes.md")
    let before = try folder.files()
    try ReportWriter(folder: folder.url).write([])
    #expect(try folder.files() == before)
    #expect(before.count == contents.count + 1)
  }

  @Test func keepsOldReportsInOtherFormatsOnRequest() throws {
    let folder = try Folder()
    let writer = ReportWriter(folder: folder.url)
    try writer.write(MarkdownFormat().files(for: SampleReports.leaking()))
    let before = try folder.files()
    try writer.write([OutputFile(path: "leakcheck.json", contents: "new")], keepsOthers: true)
    #expect(try folder.files() == before.merging(["leakcheck.json": "new"]) { $1 })
  }

  @Test func aFailedRenameRestoresTheOldReport() throws {
    let folder = try Folder()
    try folder.put("a.md", "older")
    try folder.put("graphs/old.dot", "digraph leakcheck {}")
    // Both files called `b.md` have the same temporary file. The last rename therefore fails after
    // the others have succeeded.
    let before = try folder.files()
    #expect(throws: ReportWritingError.self) {
      try ReportWriter(folder: folder.url).write([
        OutputFile(path: "a.md", contents: "newer"), OutputFile(path: "b.md", contents: "new"),
        OutputFile(path: "b.md", contents: "the same name twice"),
      ])
    }
    #expect(try folder.files() == before)
  }

  @Test func keepsAllOldFilesIfOneFileCannotBeWritten() throws {
    let folder = try Folder()
    try folder.put("leakcheck.md", "older")
    try folder.put("leakcheck.json/child", "a folder in the way")
    #expect(throws: ReportWritingError.self) {
      try ReportWriter(folder: folder.url).write([
        OutputFile(path: "leakcheck.md", contents: "newer"),
        OutputFile(path: "leakcheck.json", contents: "newer"),
      ])
    }
    #expect(
      try folder.files() == [
        "leakcheck.md": "older", "leakcheck.json/child": "a folder in the way",
      ])
  }

  @Test func reportsAFileInPlaceOfTheFolderInOneLine() throws {
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
  func throwsAnErrorIfTheFolderCannotBeCreated() {
    #expect(throws: ReportWritingError.self) {
      try ReportWriter(folder: URL(filePath: "/dev/full/report")).write([
        OutputFile(path: "leakcheck.md", contents: "")
      ])
    }
  }
}
