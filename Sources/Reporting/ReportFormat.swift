package import Findings

/// One way to write a report down as files.
///
/// A format is a pure function of the report: the same report gives the same
/// bytes, whatever the machine, the day or the terminal.
package protocol ReportFormat: Sendable {
  /// What `--format` calls it.
  var name: String { get }

  /// The files it writes, with paths below the output folder.
  func files(for report: LeakReport) throws -> [OutputFile]
}

/// The formats that exist, in the order in which they are listed to people.
package enum ReportFormats {
  /// Every format that writes files. The terminal's is ``TextReport``.
  package static let all: [any ReportFormat] = [
    MarkdownFormat(), DOTFormat(), SVGFormat(), JSONFormat(), SARIFFormat(), JUnitFormat(),
    HTMLFormat(), GitHubFormat(),
  ]

  /// The formats written by default: all but what only a service reads. Markdown brings its
  /// pictures along.
  package static var standard: [any ReportFormat] {
    all.filter { !["github", "dot", "svg"].contains($0.name) }
  }

  /// What `--format` accepts: `text` and the names of ``all``.
  package static var names: [String] { ["text"] + all.map(\.name) }

  /// The format with a name; `nil` for `text` and for names that do not exist.
  package static func named(_ name: String) -> (any ReportFormat)? {
    all.first { $0.name == name }
  }
}
