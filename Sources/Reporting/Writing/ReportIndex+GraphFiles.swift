import Findings

extension ReportIndex {
  /// Returns one file in `graphs/` for each class of findings.
  ///
  /// - Parameters:
  ///   - suffix: The extension of the files.
  ///   - contents: A closure that returns the contents of the file of a class. Its argument is the
  ///     first finding of the class.
  func graphFiles(_ suffix: String, contents: (Finding) -> String) -> [OutputFile] {
    classes.map { OutputFile(path: path(of: $0.first, suffix), contents: contents($0.first)) }
  }
}
