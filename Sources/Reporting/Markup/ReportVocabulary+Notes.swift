import Findings

extension ReportVocabulary {
  /// Returns a note about the tool that wrote a report. For a run of the matrix, it states that the
  /// report is reproducible. The findings of a program may depend on the timing of its threads.
  static func origin(of report: LeakReport) -> String {
    let (tool, version) = (report.tool, report.schemaVersion)
    return "Written by \(tool.name) \(tool.version), schema \(version)."
      + (isProgram(report)
        ? "" : " The same run of an unchanged library writes a byte-for-byte identical report.")
  }

  /// Returns a note about the number of objects that a picture or a table omits.
  static func omission(of count: Int) -> String {
    "\(counted(count, "more object")) \(count == 1 ? "is" : "are") not shown; "
      + "--format json writes all objects."
  }
}
