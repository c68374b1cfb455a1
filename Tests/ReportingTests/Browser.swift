import Foundation
import Testing

/// A headless browser, if one is installed.
struct Browser {
  private let program: URL

  /// Finds the first browser on the search path; `nil` if there is none.
  init?() {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let names = ["chromium", "chromium-browser", "google-chrome", "chrome"]
    let programs = folders.flatMap { folder in
      names.map { URL(filePath: String(folder)).appending(path: $0) }
    }
    guard
      let program = programs.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) })
    else { return nil }
    self.program = program
  }

  static var isInstalled: Bool { Browser() != nil }

  /// A page after its scripts have run: its elements, and its console output.
  struct Result {
    var page: String
    var console: [String]
  }

  /// Writes a page to a file and opens it at a fragment.
  func open(_ page: String, fragment: String) throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "leakcheck-browser-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "page.html")
    try Data(page.utf8).write(to: file)
    let messages = folder.appending(path: "messages")
    try Data().write(to: messages)

    let process = Process()
    let output = Pipe()
    process.executableURL = program
    process.arguments = [
      "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--enable-logging=stderr",
      "--user-data-dir=\(folder.appending(path: "profile").path)", "--virtual-time-budget=2000",
      "--dump-dom", "file://\(file.path)#\(fragment)",
    ]
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: messages)
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try #require(
      process.terminationStatus == 0, "the browser ended with \(process.terminationStatus)")
    let log = String(decoding: try Data(contentsOf: messages), as: UTF8.self)
    let console = log.split(separator: "\n").filter { $0.contains("CONSOLE") }.map(String.init)
    return Result(page: text, console: console)
  }
}
