import Foundation
import Findings
import OwnershipGraph
import Reporting

/// Reads reports that were written before.
enum ReportFile {
  /// Where `make leakcheck` puts its own.
  static let usual = "Reports"

  /// The largest file of a report, in bytes.
  private static let maxSize = 1 << 30

  /// `--report FILE`, for the subcommands that read one report.
  static func option<Options>(
    store: @escaping (inout Options, String) -> Void
  ) -> CommandOption<Options> {
    CommandOption(
      "--report", .file(), "leakcheck.json, or a folder that contains it (default: \(usual))"
    ) { (options, arguments) throws(UsageError) in
      store(&options, try arguments.value(of: "--report"))
    }
  }

  /// Returns the report in a file, or in a folder that reports were written to.
  static func report(at path: String) throws(UsageError) -> LeakReport {
    let file = isFolder(path) ? path + "/leakcheck.json" : path
    let bytes = try InputFile.bytes(at: file, as: "report", limit: maxSize)
    do throws(ReportReadingError) {
      return try ReportReader.report(from: bytes, name: path)
    } catch {
      throw UsageError(error.description)
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
