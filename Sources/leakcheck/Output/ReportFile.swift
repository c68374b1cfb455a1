import Foundation
import Findings
import Reporting

/// Reads reports that were written before.
enum ReportFile {
  /// Where `make leakcheck` puts its own.
  static let usual = "Reports"

  /// The report in a file, or in a folder that reports were written to.
  static func report(at path: String) throws(UsageError) -> LeakReport {
    var file = URL(fileURLWithPath: path)
    if (try? file.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true {
      file.append(path: "leakcheck.json")
    }
    guard let data = try? Data(contentsOf: file) else {
      throw UsageError("the report '\(path)' cannot be read")
    }
    do throws(ReportReadingError) {
      return try ReportReader.report(from: data, name: path)
    } catch {
      throw UsageError(error.description)
    }
  }
}
