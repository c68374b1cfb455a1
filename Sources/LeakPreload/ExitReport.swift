import Foundation
import HeapWalking
import LeakAnalysis
import OwnershipGraph
import Reporting

/// Writes what can never go away when the program ends.
///
/// The first handler that is registered for the exit runs last, when the program's own
/// have run. The heap is walked in a copy of the process, so threads that are still
/// running are left alone and the program's memory is not touched.
enum ExitReport {
  /// The environment variable with the path of the report.
  static let variable = "LEAKCHECK_EXEC_REPORT"
  /// Seconds that the analysis may take.
  private static let patience = 60.0

  nonisolated(unsafe) private static var path = ""

  static func prepare(path: String) {
    unsafe Self.path = path
    guard AllocationRecord.installed != nil else {
      write("no dynamic Swift runtime to record", to: path)
      return
    }
    atexit { ExitReport.write() }
  }

  private static func write() {
    let path = unsafe Self.path
    do {
      let data = try ForkedProcess.answer(within: patience) { answer() }
      try data.write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      write("\(error)", to: path)
    }
  }

  /// A reason in place of a report.
  private static func write(_ reason: String, to path: String) {
    try? Data("error: \(reason)\n".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  private static func answer() -> Data {
    guard let record = AllocationRecord.installed else { return Data() }
    let objects = record.objects()
    let walker = HeapWalker(live: record, memory: .inMotion)
    let analysis = HeapAnalysis(of: objects, walker: walker)
    let report = LeakReport(of: analysis)
    guard let file = try? JSONFormat().files(for: report).first else { return Data() }
    return Data(file.contents.utf8)
  }
}
