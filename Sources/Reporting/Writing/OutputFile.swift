/// One file of a report, before it is written.
package struct OutputFile: Hashable, Sendable {
  /// The path relative to the output folder, with `/` between its parts.
  package var path: String
  package var contents: String

  package init(path: String, contents: String) {
    self.path = path
    self.contents = contents
  }
}
