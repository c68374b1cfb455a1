import Foundation
import Findings
import Reporting
import Synchronization

/// The folder for reports.
///
/// Creating a value of this type checks that the folder is writable. Do this before the first
/// matrix cell runs, so that a long run does not end without a report.
struct OutputFolder {
  private let url: URL

  /// Creates the folder if it does not exist, and checks that it is writable.
  init(_ path: String) throws(CommandError) {
    url = URL(fileURLWithPath: path, isDirectory: true)
    // The name is unique, because another process may check the same folder at the same time.
    let probe = url.appending(path: ".leakcheck-probe-\(getpid())")
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      try Data().write(to: probe)
      try FileManager.default.removeItem(at: probe)
    } catch {
      throw CommandError(
        "the output folder '\(path)' cannot be written to: \(SystemError.cause(of: error))")
    }
  }

  /// Writes the report in the given formats.
  ///
  /// - Parameter keepsOthers: A Boolean value indicating whether reports in other formats, which an
  ///   earlier command wrote, remain in the folder.
  func write(
    _ report: LeakReport, as formats: [any ReportFormat], keepsOthers: Bool
  ) throws(CommandError) {
    do {
      let files = try Self.files(for: report, in: formats)
      try ReportWriter(folder: url).write(files, keepsOthers: keepsOthers)
    } catch {
      throw CommandError("\(error)")
    }
  }

  /// Removes the reports of an earlier run.
  func removeReports() throws(CommandError) {
    do throws(ReportWritingError) {
      try ReportWriter(folder: url).write([])
    } catch {
      throw CommandError(error.description)
    }
  }

  /// Returns whether a file is directly in this folder.
  func contains(fileAt path: String) -> Bool {
    let parent = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    var own = stat()
    var other = stat()
    guard unsafe stat(url.path, &own) == 0, unsafe stat(parent, &other) == 0 else { return false }
    return own.st_dev == other.st_dev && own.st_ino == other.st_ino
  }

  /// Writes one file.
  func write(_ text: String, to name: String) throws(CommandError) {
    do {
      try text.write(to: url.appending(path: name), atomically: true, encoding: .utf8)
    } catch {
      throw CommandError("'\(name)' cannot be written: \(SystemError.cause(of: error))")
    }
  }

  /// Returns the files of all formats, in the order of the formats. They are created concurrently.
  private static func files(
    for report: LeakReport, in formats: [any ReportFormat]
  ) throws -> [OutputFile] {
    let made = Mutex([Int: Result<[OutputFile], any Error>]())
    DispatchQueue.concurrentPerform(iterations: formats.count) { index in
      let result = Result { try formats[index].files(for: report) }
      made.withLock { $0[index] = result }
    }
    let files = try made.withLock { made in
      try formats.indices.flatMap { try made[$0]?.get() ?? [] }
    }
    // Markdown includes pictures that other formats write as well; each file is written once.
    var paths: Set<String> = []
    return files.filter { paths.insert($0.path).inserted }
  }
}
