/// A location in a program's source, without paths of the machine on which the program was built.
package struct SourceLocation: Hashable, Codable, Sendable, Comparable, CustomStringConvertible {
  /// The file's path relative to the package root; only the file's name if no root is known.
  package var file: String
  /// The line, counted from 1.
  package var line: Int

  package init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  /// A Boolean value indicating whether the file is in SwiftPM's folder for dependencies.
  package var isInDependency: Bool { file.contains(".build/checkouts/") }

  package var description: String { "\(file):\(line)" }

  package static func < (left: Self, right: Self) -> Bool {
    (left.file, left.line) < (right.file, right.line)
  }
}
