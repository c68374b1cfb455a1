package import Findings

/// One way to write a report down as files.
///
/// A format is a pure function of the report: the same report gives the same
/// bytes, whatever the machine, the day or the terminal.
package protocol ReportFormat: Sendable {
  /// What `--format` calls it.
  var name: String { get }

  /// Returns the files it writes, with paths below the output folder.
  func files(for report: LeakReport) throws -> [OutputFile]

  /// How the files begin that it writes into `graphs/`, by file extension.
  ///
  /// A later run removes files that begin so and are not written again.
  var graphOpenings: [String: String] { get }
}

extension ReportFormat {
  package var graphOpenings: [String: String] { [:] }
}
