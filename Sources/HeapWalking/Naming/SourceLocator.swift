import Foundation
internal import OwnershipGraph

/// An object that finds the file and line of functions, with the toolchain's `llvm-symbolizer`.
///
/// The tool is searched for in `PATH` and beside the `swift` found there. Without it, or for a
/// program without debug information, there are no locations.
package final class SourceLocator {
  private lazy var tool: URL? = Self.findTool()
  private var known: [SymbolTable.Function: SourceLocation?] = [:]
  private var paths: [SymbolTable.Function: String] = [:]
  private var variables: [SymbolTable.Function: FrameVariables] = [:]

  private var conversations: [String: ToolConversation] = [:]
  private var bodyConversations: [String: ToolConversation] = [:]
  /// The functions passed to ``locateBodies(of:)``.
  private var withoutLine: Set<SymbolTable.Function> = []

  /// A Boolean value indicating whether the tool stays open between queries, for repeated queries:
  /// it takes longer to start than to answer.
  package var keepsToolOpen = false

  /// Returns the location of a function's body, if ``locate(_:)`` found it.
  func location(of function: SymbolTable.Function) -> SourceLocation? {
    known[function] ?? nil
  }

  /// Returns the whole path of the file with a function's source, if ``locate(_:)`` found it.
  func sourcePath(of function: SymbolTable.Function) -> String? { paths[function] }

  /// Returns the variables of a function, if ``locate(_:)`` found them.
  func variables(of function: SymbolTable.Function) -> FrameVariables? { variables[function] }

  /// Finds the locations of functions that were not queried before.
  ///
  /// - Complexity: One run of the tool for each file with such functions. A run reads the file's
  ///   debug information, so functions should be queried together.
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

  /// Finds the locations of functions for which ``locate(_:)`` found none, by the functions that
  /// were inlined into them.
  ///
  /// - Complexity: Up to 24 addresses for each function, each function once.
  func locateBodies(of functions: [SymbolTable.Function]) {
    guard let tool else { return }
    var asked: [String: ToolConversation] = [:]
    for function in functions where location(of: function) == nil {
      guard withoutLine.insert(function).inserted else { continue }
      let conversation =
        bodyConversations[function.image] ?? asked[function.image]
        ?? ToolConversation(
          tool.path, ["--obj=\(Self.realPath(function.image))"] + InlinedBody.options)
      asked[function.image] = conversation
      guard let conversation else { continue }
      let body = InlinedBody(function: function)
      known[function] =
        body.addresses.lazy
        .compactMap { conversation.answer(to: Self.text($0)).flatMap(body.location) }.first
    }
    if keepsToolOpen { bodyConversations.merge(asked) { _, new in new } }
  }

  private static func text(_ address: UInt) -> String { "0x" + String(address, radix: 16) }

  /// Returns the tool's answers to some lines, as one list; `nil` if the tool fails.
  ///
  /// Inlined calls are left out: the optimizer may have moved the code at the address to another
  /// line.
  private func answers(_ image: String, _ texts: [String]) -> Data? {
    guard let tool else { return nil }
    let options = [
      "--obj=\(Self.realPath(image))", "--output-style=JSON", "--no-inlines",
    ]
    if keepsToolOpen { return spokenAnswers(image, tool.path, options, texts) }
    return ToolOutput.of(tool.path, options + texts)
  }

  /// Returns the answers of a tool that stays open for the image.
  private func spokenAnswers(
    _ image: String, _ tool: String, _ options: [String], _ texts: [String]
  ) -> Data? {
    if conversations[image] == nil { conversations[image] = ToolConversation(tool, options) }
    guard let conversation = conversations[image] else { return nil }
    var answers: [String] = []
    for text in texts {
      guard let answer = conversation.answer(to: text) else { return nil }
      answers.append(answer)
    }
    return Data("[\(answers.joined(separator: ","))]".utf8)
  }

  /// Returns the calls at addresses of a file, inlined calls first; empty if the tool is missing.
  func calls(in image: String, at addresses: [UInt]) -> [[RunningCall]] {
    guard let tool else { return [] }
    var found: [[RunningCall]] = []
    for start in stride(from: 0, to: addresses.count, by: Self.maxAddresses) {
      let part = addresses[start..<min(start + Self.maxAddresses, addresses.count)]
      let options = [
        "--obj=\(Self.realPath(image))", "--output-style=JSON", "--inlines",
        "--functions=linkage", "--no-demangle",
      ]
      let texts = part.map { "0x" + String($0, radix: 16) }
      guard let data = ToolOutput.of(tool.path, options + texts),
        let answers = try? JSONDecoder().decode([Answer].self, from: data),
        answers.count == part.count
      else { return [] }
      found += answers.map { answer in
        (answer.Symbol ?? []).filter { !$0.FunctionName.isEmpty }.map { symbol in
          RunningCall(
            name: symbol.FunctionName, image: image,
            location: SourceLocation(symbolizer: "\(symbol.FileName):\(symbol.Line)"))
        }
      }
    }
    return found
  }

  /// The maximum number of addresses on a command line.
  private static let maxAddresses = 4_000

  /// The tool's answer for one address, with its member names.
  private struct Answer: Decodable {
    struct Symbol: Decodable {
      var FunctionName: String
      var FileName: String
      var Line: Int
    }
    var Symbol: [Symbol]?
  }

  /// A Boolean value indicating whether this process can find files and lines.
  package static var isAvailable: Bool { findTool() != nil }

  /// Returns the path to pass to the tool, for which `/proc/self/exe` would be itself.
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
