import Foundation
internal import OwnershipGraph

/// Finds the file and line of functions, with the toolchain's `llvm-symbolizer`.
///
/// The tool is looked for in `PATH` and beside the `swift` found there. Without it,
/// or for a program without debug information, there are no locations.
final class SourceLocator {
  private lazy var tool: URL? = Self.findTool()
  private var known: [SymbolTable.Function: SourceLocation?] = [:]

  /// The place where a function's body starts.
  ///
  /// - Complexity: One run of the tool for a function not asked before.
  func location(of function: SymbolTable.Function) -> SourceLocation? {
    if let known = known[function] { return known }
    let found = ask(function)
    known[function] = found
    return found
  }

  private func ask(_ function: SymbolTable.Function) -> SourceLocation? {
    guard let tool else { return nil }
    let process = Process()
    let output = Pipe()
    process.executableURL = tool
    process.arguments = [
      "--obj=\(Self.realPath(function.image))", "--output-style=GNU", "--no-inlines",
      "--functions=none", "0x" + String(function.fileAddress, radix: 16),
    ]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Self.parse(String(decoding: data, as: UTF8.self))
  }

  /// `/proc/self/exe` means another program to the tool.
  private static func realPath(_ path: String) -> String {
    path == "/proc/self/exe"
      ? (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) ?? path : path
  }

  /// Reads `/path/App/FeedViewModel.swift:41`, with the file's name only.
  static func parse(_ answer: String) -> SourceLocation? {
    guard let first = answer.split(whereSeparator: \.isNewline).first else { return nil }
    let place = first.split(separator: " ").first.map(String.init) ?? ""
    guard let colon = place.lastIndex(of: ":"),
      let line = Int(place[place.index(after: colon)...]), line > 0
    else { return nil }
    let file = place[..<colon].split(separator: "/").last.map(String.init) ?? ""
    guard !file.isEmpty, !file.hasPrefix("<"), file != "??" else { return nil }
    return SourceLocation(file: file, line: line)
  }

  private static func findTool() -> URL? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let candidates = folders.flatMap { folder -> [URL] in
      let base = URL(fileURLWithPath: String(folder))
      let swift = base.appendingPathComponent("swift").resolvingSymlinksInPath()
      return [base, swift.deletingLastPathComponent()].map {
        $0.appendingPathComponent("llvm-symbolizer")
      }
    }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }
}
