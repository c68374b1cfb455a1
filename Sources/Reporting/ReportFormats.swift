package import Foundation

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

  /// Returns the format with a name; `nil` for `text` and for names that do not exist.
  package static func named(_ name: String) -> (any ReportFormat)? {
    all.first { $0.name == name }
  }
}

extension ReportWriter {
  /// Creates a writer into a folder that reports of every format may be in.
  package init(folder: URL) {
    let openings = ReportFormats.all.map(\.graphOpenings)
    self.init(folder: folder, graphOpenings: openings.reduce(into: [:]) { $0.merge($1) { $1 } })
  }
}
