package import Findings

/// A way to write a report as files.
///
/// A format is a pure function of the report: the same report gives the same bytes on every
/// machine, on every day and in every terminal.
package protocol ReportFormat: Sendable {
  /// The format's name for `--format`.
  var name: String { get }

  /// Returns the format's files, with paths relative to the output folder.
  func files(for report: LeakReport) throws -> [OutputFile]

  /// The first lines of the format's files in `graphs/`, by file extension.
  ///
  /// A later run removes each file that begins with one of these lines, unless it writes the file
  /// again.
  var graphOpenings: [String: String] { get }
}

extension ReportFormat {
  package var graphOpenings: [String: String] { [:] }
}
