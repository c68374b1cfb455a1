import Foundation

/// A program that is run with the recorder loaded into it.
struct PreloadedProgram {
  /// How it ended, and what it left.
  struct Outcome {
    var report: Data?
    var hasFailed: Bool
    var ending: String
  }

  private let executable: URL
  private let arguments: [String]
  private let library: URL

  init(_ name: String, arguments: [String]) throws(UsageError) {
    guard let executable = Self.find(name) else {
      throw UsageError("there is no program '\(name)' that can be run")
    }
    guard let library = Self.findLibrary() else {
      throw UsageError("\(Self.libraryName) is not beside leakcheck, nor in ../lib")
    }
    self.executable = executable
    self.arguments = arguments
    self.library = library
  }

  /// Runs it to its end; its input, output and errors are this process's.
  func run() throws(UsageError) -> Outcome {
    let reports = FileManager.default.temporaryDirectory
      .appending(path: "leakcheck-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: reports) }
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["LD_PRELOAD": library.path, "LEAKCHECK_EXEC_REPORT": reports.path],
      uniquingKeysWith: { _, new in new })
    do {
      try process.run()
    } catch {
      throw UsageError("'\(executable.path)' could not be started: \(error.localizedDescription)")
    }
    process.waitUntilExit()
    return outcome(of: process, report: try? Data(contentsOf: reports))
  }

  private func outcome(of process: Process, report: Data?) -> Outcome {
    let status = process.terminationStatus
    let isSignal = process.terminationReason == .uncaughtSignal
    var ending = isSignal ? "it crashed with signal \(status)" : "it ended with status \(status)"
    guard let report, !report.starts(with: Data("error: ".utf8)) else {
      if let report { ending = String(decoding: report.dropFirst(7), as: UTF8.self).trimmed }
      return Outcome(report: nil, hasFailed: isSignal || status != 0, ending: ending)
    }
    return Outcome(report: report, hasFailed: isSignal || status != 0, ending: ending)
  }

  private static let libraryName = "libLeakPreload.so"

  private static func findLibrary() -> URL? {
    let executable = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    let folder = executable.resolvingSymlinksInPath().deletingLastPathComponent()
    return [folder, folder.deletingLastPathComponent().appending(path: "lib")]
      .map { $0.appending(path: libraryName) }
      .first { FileManager.default.isReadableFile(atPath: $0.path) }
  }

  /// As a shell would: a path as it is, a name in `PATH`.
  private static func find(_ name: String) -> URL? {
    let candidates =
      name.contains("/")
      ? [URL(fileURLWithPath: name)]
      : (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { URL(fileURLWithPath: String($0)).appending(path: name) }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
