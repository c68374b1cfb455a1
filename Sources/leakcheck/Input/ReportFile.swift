import Foundation
import Findings
import OwnershipGraph
import Reporting

/// A type that reads reports of earlier runs.
enum ReportFile {
  /// The default folder, to which `make leakcheck` writes its reports.
  static let defaultPath = "Reports"

  /// The maximum size of a report, in bytes.
  private static let maxSize = 1 << 30

  /// Returns the report in a file, or in a folder of reports.
  ///
  /// - Parameter option: The option that names the report; `nil` if an operand names it.
  static func report(
    at path: String, namedBy option: String? = nil
  ) throws(CommandError) -> LeakReport {
    let other = option.map { ", or name another report with \($0)" } ?? ""
    let bytes = try InputFile.bytes(
      at: file(at: path), as: "report", limit: maxSize,
      ifMissing: "write it with leakcheck exec --output DIR\(other)")
    do throws(ReportReadingError) {
      return try ReportReader.report(from: bytes, name: path)
    } catch {
      throw CommandError(error.description)
    }
  }

  /// Returns the path of a report's file.
  ///
  /// - Parameter path: The file, or the folder that contains it.
  static func file(at path: String) -> String {
    isFolder(path) ? path + "/leakcheck.json" : path
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
