/// A position in the source of the tested library that may be the reason why a matrix cell did not
/// pass.
///
/// Suspects are ranked mainly by two counts: the cells that executed the position and did not pass,
/// and the cells that executed it and passed. See `SuspectRanking`.
package struct Suspect: Hashable, Codable, Sendable {
  /// The file's name, without its folder.
  package var file: String
  /// The line, counted from 1.
  package var line: Int
  /// The enclosing types and function: `SinkDisposer.dispose`.
  package var scope: String
  /// The source text.
  package var text: String
  /// The file's path relative to the package's folder; `nil` in reports of earlier versions.
  package var path: String?

  package init(file: String, line: Int, scope: String, text: String, path: String? = nil) {
    self.path = path
    self.file = file
    self.line = line
    self.scope = scope
    self.text = text
  }

  /// The path and the line: `Sources/Streams/Core/SinkDisposer.swift:48`. If the path is unknown,
  /// the file's name is used.
  package var location: String { "\(path ?? file):\(line)" }
}
