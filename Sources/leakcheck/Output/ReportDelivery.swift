import Foundation
import Findings
import Reporting

/// Takes a report where the options say: into a folder, to standard output, to GitHub.
struct ReportDelivery {
  private let options: ReportOptions
  private let folder: OutputFolder?
  private let print: (String) -> Void

  /// Makes the output folder.
  ///
  /// - Parameter print: Where text goes that goes into no folder.
  /// - Throws: ``UsageError`` if the folder cannot be written to.
  init(
    _ options: ReportOptions, printing print: @escaping (String) -> Void = { Console.print($0) }
  ) throws(UsageError) {
    self.options = options
    self.print = print
    folder = try options.output.map { path throws(UsageError) in try OutputFolder(path) }
  }

  /// Writes the report's files, and says what there is to say.
  ///
  /// - Parameter text: What a person reads, with the result as its last line.
  func deliver(_ report: LeakReport, text: String) throws(UsageError) {
    let formats = options.formats.compactMap(ReportFormats.named)
    if let folder {
      try folder.write(report, as: formats.isEmpty ? ReportFormats.standard : formats)
    }
    if options.formats.contains("github") { try summarize(report) }
    if folder == nil, let format = formats.first {
      try print(document(report, as: format))
      return
    }
    print(options.isQuiet ? String(text.split(separator: "\n").last ?? "") : text)
  }

  /// One document, to be read by a program.
  private func document(
    _ report: LeakReport, as format: any ReportFormat
  ) throws(UsageError) -> String {
    // Of GitHub's files only the annotations are meant for a step's output.
    if format.name == "github" { return GitHubFormat.annotations(for: report) }
    do {
      return try format.files(for: report).map(\.contents).joined()
    } catch {
      throw UsageError("the report cannot be written as \(format.name): \(error)")
    }
  }

  /// Adds the summary to that of the step, within a workflow of GitHub.
  private func summarize(_ report: LeakReport) throws(UsageError) {
    guard let path = ProcessInfo.processInfo.environment["GITHUB_STEP_SUMMARY"], !path.isEmpty
    else { return }
    do {
      let file = URL(fileURLWithPath: path)
      if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
      let handle = try FileHandle(forWritingTo: file)
      try handle.seekToEnd()
      try handle.write(contentsOf: Data(GitHubFormat.summary(of: report).utf8))
      try handle.close()
    } catch {
      throw UsageError("the job summary '\(path)' cannot be written to")
    }
  }
}
