import Foundation
import Findings
import Reporting

/// A type that writes a report to the requested destinations: a folder, standard output, GitHub.
struct ReportDelivery {
  private let options: ReportOptions
  private let folder: OutputFolder?
  private let stream: Console.Stream
  private let jobSummary: JobSummary?

  /// Creates a delivery, and the output folder if one is requested.
  ///
  /// - Parameter stream: The stream for text that is not written to a folder.
  /// - Throws: ``UsageError`` if the folder or the job's summary cannot be written to.
  init(
    _ options: ReportOptions, printingTo stream: Console.Stream = .output
  ) throws(UsageError) {
    self.options = options
    self.stream = stream
    let environment = ProcessInfo.processInfo.environment
    jobSummary =
      options.formats.contains("github") ? try JobSummary(environment: environment) : nil
    folder = try options.output.map { path throws(UsageError) in try OutputFolder(path) }
  }

  /// Writes the report's files and prints its text.
  ///
  /// - Parameters:
  ///   - joined: A report on several programs, which is written to the folder instead of `report`;
  ///     `nil` to write `report`.
  ///   - text: The text for people, with the result as its last line.
  func deliver(
    _ report: LeakReport, inFolder joined: LeakReport? = nil, text: String
  ) throws(UsageError) {
    let formats = options.formats.compactMap(ReportFormats.named)
    try file(joined ?? report)
    if let jobSummary { try jobSummary.append(GitHubFormat.summary(of: report)) }
    if folder == nil, let format = formats.first {
      Console.print(document: try document(report, as: format), to: stream)
      return
    }
    let last = options.isQuiet ? text.split(separator: "\n").last.map(String.init) : nil
    Console.print(last ?? text, to: stream)
  }

  /// Writes the report's files to the output folder, if there is one.
  func file(_ report: LeakReport) throws(UsageError) {
    let formats = options.formats.compactMap(ReportFormats.named)
    try folder?.write(report, as: formats.isEmpty ? ReportFormats.standard : formats)
  }

  /// Returns one document that a program can read.
  private func document(
    _ report: LeakReport, as format: any ReportFormat
  ) throws(UsageError) -> String {
    // The `github` format also includes a summary, which is written to the job's summary file. Only
    // the annotations are printed.
    if format.name == "github" { return GitHubFormat.annotations(for: report) }
    do {
      return try format.files(for: report).map(\.contents).joined()
    } catch {
      throw UsageError("the report cannot be written as \(format.name): \(error)")
    }
  }
}
