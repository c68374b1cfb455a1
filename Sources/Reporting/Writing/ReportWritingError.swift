/// An error that occurs when a report is written.
package enum ReportWritingError: Error, Equatable, CustomStringConvertible {
  /// The folder or a file in it cannot be created or replaced.
  case notWritable(path: String, cause: String)
  /// A folder exists at the path of a file of the report.
  case isFolder(path: String)

  package var description: String {
    switch self {
    case .notWritable(let path, let cause): "cannot write the report to \(path): \(cause)"
    case .isFolder(let path): "cannot write the report: \(path) is a folder"
    }
  }
}
