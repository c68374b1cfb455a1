package import Foundation

/// The available formats, in the order in which they are listed.
package enum ReportFormats {
  /// Every format that writes files. ``TextReport`` creates the text for the terminal.
  package static let all: [any ReportFormat] = [
    MarkdownFormat(), DOTFormat(), SVGFormat(), JSONFormat(), SARIFFormat(), JUnitFormat(),
    HTMLFormat(), GitHubFormat(),
  ]

  /// The formats that are written by default: all except `github`, whose files only a service
  /// reads, and `dot` and `svg`, whose files the Markdown format also writes.
  package static var standard: [any ReportFormat] {
    all.filter { !["github", "dot", "svg"].contains($0.name) }
  }

  /// The values of `--format`: `text` and the names of ``all``.
  package static var names: [String] { ["text"] + all.map(\.name) }

  /// Returns the format with the given name; `nil` for `text` and unknown names.
  package static func named(_ name: String) -> (any ReportFormat)? {
    all.first { $0.name == name }
  }
}

extension ReportWriter {
  /// Creates a writer for a folder that may contain reports of every format.
  package init(folder: URL) {
    let openings = ReportFormats.all.map(\.graphOpenings)
    self.init(folder: folder, graphOpenings: openings.reduce(into: [:]) { $0.merge($1) { $1 } })
  }
}
