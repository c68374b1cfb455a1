package import Findings

/// A way to write a report as files.
///
/// A format is a pure function of the report: equal reports produce identical bytes on every
/// machine, at any time and in every terminal.
package protocol ReportFormat: Sendable {
  /// The format's name for `--format`.
  var name: String { get }

  /// Returns the format's files, with paths relative to the output folder.
  func files(for report: LeakReport) throws -> [OutputFile]

  /// Returns the report as one text, for standard output, where the files in `graphs/` are not
  /// available.
  func document(for report: LeakReport) throws -> String

  /// A map from file names to the first characters of the files. It contains each file that the
  /// format may write to the output folder, outside `graphs/`. The characters are empty for a file
  /// that may be empty.
  ///
  /// A later run removes a file with one of these names if the file begins with the characters for
  /// the name, unless the run writes the file again.
  var fileOpenings: [String: String] { get }

  /// The first lines of the format's files in `graphs/`, by file extension.
  ///
  /// A later run removes each file that begins with the line for its extension, unless the run
  /// writes the file again.
  var graphOpenings: [String: String] { get }
}

extension ReportFormat {
  package func document(for report: LeakReport) throws -> String {
    try files(for: report).map(\.contents).joined()
  }
  package var fileOpenings: [String: String] { [:] }
  package var graphOpenings: [String: String] { [:] }
}
