import Foundation
import Findings
import Reporting

/// A baseline file.
struct BaselineOnDisk {
  /// The default path.
  static let defaultPath = "leakcheck-baseline.json"

  /// The maximum size of a baseline file, in bytes.
  private static let maxFileSize = 64 << 20

  let path: String
  private var url: URL { URL(fileURLWithPath: path) }

  init(_ path: String) { self.path = path }

  var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

  /// Returns the baseline for the CI gate. An expired entry in the file is an error.
  func valid() throws(CommandError) -> Baseline { try read(refusingExpiredOn: .today) }

  /// Returns the baseline including expired entries.
  func whole() throws(CommandError) -> Baseline { try read(refusingExpiredOn: nil) }

  /// Replaces the file atomically.
  func write(_ baseline: Baseline) throws(CommandError) {
    do {
      try Data(BaselineFile.text(of: baseline).utf8).write(to: url, options: .atomic)
    } catch {
      throw CommandError(
        "the baseline '\(path)' cannot be written: \(SystemError.cause(of: error))")
    }
  }

  private func read(refusingExpiredOn today: CalendarDay?) throws(CommandError) -> Baseline {
    let bytes = try InputFile.bytes(at: path, as: "baseline", limit: Self.maxFileSize)
    do throws(BaselineError) {
      return try BaselineFile.baseline(from: bytes, name: path, refusingExpiredOn: today)
    } catch {
      throw CommandError(error.description)
    }
  }
}

extension CalendarDay {
  /// The current day in UTC, so that it is the same on every machine; `nil` if it is unknown.
  static var today: CalendarDay? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents([.year, .month, .day], from: Date())
    guard let year = parts.year, let month = parts.month, let day = parts.day else { return nil }
    return CalendarDay(year: year, month: month, day: day)
  }
}
