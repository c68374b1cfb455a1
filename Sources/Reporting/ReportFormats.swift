package import Foundation

/// The available formats, in the order in which they are listed.
package enum ReportFormats {
  /// Every format.
  package static let all: [any ReportFormat] = [
    TextFormat(), MarkdownFormat(), DOTFormat(), SVGFormat(), JSONFormat(), SARIFFormat(),
    JUnitFormat(), HTMLFormat(), GitHubFormat(),
  ]

  /// The formats that are written to a folder by default. The excluded formats are `text`, which is
  /// printed; `github`, whose files only a service reads; and `dot` and `svg`, whose files the
  /// Markdown format also writes.
  package static var standard: [any ReportFormat] {
    all.filter { !["text", "github", "dot", "svg"].contains($0.name) }
  }

  /// The values of `--format`.
  package static var names: [String] { all.map(\.name) }

  /// Returns the format with the given name; `nil` if there is none.
  package static func named(_ name: String) -> (any ReportFormat)? {
    all.first { $0.name == name }
  }
}

extension ReportWriter {
  /// Creates a writer for a folder that may contain reports of every format.
  package init(folder: URL) {
    let formats = ReportFormats.all
    self.init(
      folder: folder,
      fileOpenings: formats.map(\.fileOpenings).reduce(into: [:]) { $0.merge($1) { $1 } },
      graphOpenings: formats.map(\.graphOpenings).reduce(into: [:]) { $0.merge($1) { $1 } })
  }
}
