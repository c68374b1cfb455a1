import Foundation
internal import OwnershipGraph

/// An object that finds the files and lines of functions with the toolchain's `llvm-symbolizer`.
///
/// The tool is looked up in each folder of `PATH`, and beside the `swift` executable in such a
/// folder. Without the tool, or for a program without debug information, no locations are found.
package final class SourceLocator {
  private lazy var tool: URL? = Self.findTool()
  private var known: [SymbolTable.Function: SourceLocation?] = [:]
  private var paths: [SymbolTable.Function: String] = [:]
  private var variables: [SymbolTable.Function: FrameVariables] = [:]

  /// The running processes of the tool, by the file that each one reads. They are kept running,
  /// because starting the tool and reading debug information take longer than answering.
  private var conversations: [String: ToolConversation] = [:]
  /// The functions passed to ``locateBodies(of:)``.
  private var withoutLine: Set<SymbolTable.Function> = []

  /// Returns the location of a function's body, if ``locate(_:)`` or ``locateBodies(of:)`` found
  /// it.
  func location(of function: SymbolTable.Function) -> SourceLocation? {
    known[function] ?? nil
  }

  /// Returns the full path of the file that contains a function's source, if ``locate(_:)`` or
  /// ``locateBodies(of:)`` found it.
  func sourcePath(of function: SymbolTable.Function) -> String? { paths[function] }

  /// The full paths of all files that contain located functions, in order.
  var sourcePaths: [String] { Set(paths.values).sorted() }

  /// Returns the start of a function in the source, if ``locate(_:)`` or ``locateBodies(of:)``
  /// found it.
  func start(of function: SymbolTable.Function) -> SourceStart? {
    guard let path = paths[function], let line = location(of: function)?.line else { return nil }
    return SourceStart(path: path, line: line)
  }

  /// Returns the variables of a function, if ``locate(_:)`` found them.
  func variables(of function: SymbolTable.Function) -> FrameVariables? { variables[function] }

  /// Finds the locations and the variables of those functions that were not passed to this method
  /// before.
  ///
  /// - Complexity: Two answers of the tool for each function. The first answer for a file takes
  ///   longer, because the tool reads the file's debug information.
  func locate(_ functions: [SymbolTable.Function]) {
    var images: [String: [SymbolTable.Function]] = [:]
    for function in functions where known[function] == nil {
      known[function] = .some(nil)
      images[function.image, default: []].append(function)
    }
    for (image, unknown) in images {
      let texts = unknown.map { Self.text($0.fileAddress) }
      guard let data = answers(image, texts + texts.map { "FRAME " + $0 }) else { continue }
      let starts = FunctionStart.all(in: data)
      let frames = FrameVariables.all(in: data)
      guard starts.count == 2 * unknown.count, frames.count == starts.count else { continue }
      for (index, function) in unknown.enumerated() {
        note(starts[index], of: function)
        variables[function] = frames[unknown.count + index]
      }
    }
  }

  private func note(_ start: String, of function: SymbolTable.Function) {
    known[function] = .some(SourceLocation(symbolizer: start))
    if known[function] != .some(nil), let colon = start.lastIndex(of: ":") {
      paths[function] = String(start[..<colon])
    }
  }

  /// Finds the locations of functions for which ``locate(_:)`` found none. This method uses the
  /// starts of the inlined functions that debug information lists; see ``InlinedBody``.
  ///
  /// - Complexity: Up to 24 answers of the tool for each function that was not passed before.
  func locateBodies(of functions: [SymbolTable.Function]) {
    for function in functions where location(of: function) == nil {
      guard withoutLine.insert(function).inserted,
        let conversation = conversation(about: function.image)
      else { continue }
      let body = InlinedBody(function: function)
      let start = body.addresses.lazy
        .compactMap { conversation.answer(to: Self.text($0)).flatMap(body.start) }.first
      if let start { note(start, of: function) }
    }
  }

  private static func text(_ address: UInt) -> String { "0x" + String(address, radix: 16) }

  /// The options that determine the format of the answers. An answer lists the functions that were
  /// inlined at an address, innermost first, and then the function that contains the address. The
  /// names are mangled.
  private static let options = [
    "--output-style=JSON", "--inlines", "--functions=linkage", "--no-demangle",
  ]

  /// Returns the process of the tool that reads a file, and starts it if necessary; `nil` if the
  /// tool cannot be run.
  private func conversation(about image: String) -> ToolConversation? {
    if let known = conversations[image] { return known }
    guard let tool else { return nil }
    let conversation = ToolConversation(
      tool.path, ["--obj=\(Self.realPath(image))"] + Self.options)
    conversations[image] = conversation
    return conversation
  }

  /// Returns the tool's answers to the lines `texts`, as one JSON array; `nil` if the tool fails.
  private func answers(_ image: String, _ texts: [String]) -> Data? {
    guard let conversation = conversation(about: image) else { return nil }
    var answers: [String] = []
    for text in texts {
      guard let answer = conversation.answer(to: text) else { return nil }
      answers.append(answer)
    }
    return Data("[\(answers.joined(separator: ","))]".utf8)
  }

  /// For each address in a file, returns the calls at the address, inlined calls first; an empty
  /// array if the tool is missing or fails.
  func calls(in image: String, at addresses: [UInt]) -> [[RunningCall]] {
    guard let data = answers(image, addresses.map(Self.text)),
      let answers = try? JSONDecoder().decode([Answer].self, from: data),
      answers.count == addresses.count
    else { return [] }
    return answers.map { answer in
      (answer.Symbol ?? []).filter { !$0.FunctionName.isEmpty }.map { symbol in
        RunningCall(
          name: symbol.FunctionName, image: image,
          location: SourceLocation(symbolizer: "\(symbol.FileName):\(symbol.Line)"),
          start: symbol.start)
      }
    }
  }

  /// The tool's answer for one address. Its members have the same names as in the tool's output.
  private struct Answer: Decodable {
    struct Symbol: Decodable {
      var FunctionName: String
      var FileName: String
      var Line: Int
      var StartFileName: String?
      var StartLine: Int?

      var start: SourceStart? {
        guard let path = StartFileName, let line = StartLine,
          SourceLocation(symbolizer: "\(path):\(line)") != nil
        else { return nil }
        return SourceStart(path: path, line: line)
      }
    }
    var Symbol: [Symbol]?
  }

  /// A Boolean value indicating whether this process can find files and lines.
  package static var isAvailable: Bool { findTool() != nil }

  /// Returns the path to pass to the tool. In the tool's process, `/proc/self/exe` would refer to
  /// the tool.
  static func realPath(_ path: String) -> String {
    path == "/proc/self/exe"
      ? (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) ?? path : path
  }

  static func findTool() -> URL? {
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
