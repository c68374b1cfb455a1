import Foundation
import Findings
import Reporting

/// A type that writes a report to the requested destinations: a folder, standard output, GitHub.
struct ReportDelivery {
  private let options: ReportOptions
  private let folder: OutputFolder?
  private let stream: Console.Stream
  private let jobSummary: JobSummary?
  /// A Boolean value indicating whether reports in other formats remain in the folder.
  private let keepsOthers: Bool

  /// Creates a delivery, and the output folder if one is requested.
  ///
  /// Writing a report removes the reports of earlier runs from the folder, so that all reports in
  /// it are from one run. If the folder contains a report from which the new one is made, no report
  /// is removed.
  ///
  /// - Parameters:
  ///   - stream: The stream for text that is not written to a folder.
  ///   - sources: The paths of the reports from which the new report is made.
  /// - Throws: ``CommandError`` if the folder or the job's summary cannot be written to.
  init(
    _ options: ReportOptions, printingTo stream: Console.Stream = .output,
    madeFrom sources: [String] = []
  ) throws(CommandError) {
    self.options = options
    self.stream = stream
    let environment = ProcessInfo.processInfo.environment
    jobSummary =
      options.formats.contains("github") ? try JobSummary(environment: environment) : nil
    let folder = try options.output.map { path throws(CommandError) in try OutputFolder(path) }
    self.folder = folder
    keepsOthers = sources.contains { folder?.contains(fileAt: ReportFile.file(at: $0)) == true }
  }

  /// Prints the report and writes its files. The report is printed first, so that the findings are
  /// not lost if the files cannot be written.
  ///
  /// - Parameters:
  ///   - joined: A report on several programs, which is written to the folder instead of `report`;
  ///     `nil` to write `report`.
  ///   - text: The report as text, whose last line is the result; `nil` to print nothing. With
  ///     `--quiet`, only the last line is printed. Without an output folder, a document in the
  ///     first requested format other than `text` is printed instead.
  func deliver(
    _ report: LeakReport, inFolder joined: LeakReport? = nil, text: String?
  ) throws(CommandError) {
    if let text { try print(text, of: report) }
    try writeFiles(of: joined ?? report)
    if let jobSummary { try jobSummary.append(GitHubFormat.summary(of: report)) }
  }

  private func print(_ text: String, of report: LeakReport) throws(CommandError) {
    if options.isQuiet {
      printResult(of: text)
    } else if folder == nil, let format = formats.first(where: { $0.name != "text" }) {
      Console.print(document: try document(report, as: format), to: stream)
    } else {
      Console.print(text, to: stream)
    }
  }

  /// Prints the last line of a text, which is the result.
  func printResult(of text: String) {
    Console.print(text.split(separator: "\n").last.map(String.init) ?? text, to: stream)
  }

  /// Writes the report's files to the output folder, if there is one.
  func writeFiles(of report: LeakReport) throws(CommandError) {
    try folder?.write(
      report, as: formats.isEmpty ? ReportFormats.standard : formats, keepsOthers: keepsOthers)
  }

  /// Removes the reports of an earlier run from the output folder. This is done before the run
  /// begins, so that no earlier report remains if the run ends, for whatever reason, without a
  /// report.
  func removeEarlierReports() throws(CommandError) {
    try folder?.removeReports()
  }

  private var formats: [any ReportFormat] { options.formats.compactMap(ReportFormats.named) }

  /// Returns the report as a single document in the given format.
  private func document(
    _ report: LeakReport, as format: any ReportFormat
  ) throws(CommandError) -> String {
    do {
      return try format.document(for: report)
    } catch {
      throw CommandError("the report cannot be written as \(format.name): \(error)")
    }
  }
}
