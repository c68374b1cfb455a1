import Foundation
internal import OwnershipGraph

/// A type that finds the source location of a function whose first instruction has no line.
///
/// The optimizer may inline a closure's body into the closure's forwarder. The forwarder is
/// generated code, so its first instruction has no line. For each instruction, however, debug
/// information lists the inlined functions that contain the instruction, and where these functions
/// start.
struct InlinedBody {
  /// The answer of `llvm-symbolizer` for an address. Other members of the answer are ignored.
  private struct Answer: Decodable {
    struct Frame: Decodable {
      var functionName: String
      var startFileName: String?
      var startLine: Int?

      enum CodingKeys: String, CodingKey {
        case functionName = "FunctionName"
        case startFileName = "StartFileName"
        case startLine = "StartLine"
      }
    }

    var frames: [Frame]?
    enum CodingKeys: String, CodingKey { case frames = "Symbol" }
  }

  /// The maximum number of addresses examined in one function.
  private static let samples: UInt = 24

  let function: SymbolTable.Function

  /// Addresses spread over the function's code.
  var addresses: [UInt] {
    let count = min(Self.samples, max(function.size / 4, 1))
    return (0..<count).map { function.fileAddress + $0 * function.size / count }
  }

  /// Returns the file and line at which the function's own body starts, as `file:line`; `nil` if
  /// the tool's answer does not contain them.
  func start(in answer: String) -> String? {
    guard let frames = try? JSONDecoder().decode(Answer.self, from: Data(answer.utf8)).frames
    else { return nil }
    for frame in frames where isBody(frame.functionName) {
      guard let file = frame.startFileName, let line = frame.startLine else { continue }
      if SourceLocation(symbolizer: "\(file):\(line)") != nil { return "\(file):\(line)" }
    }
    return nil
  }

  /// Returns whether `name` is the symbol of the function itself or, if the function is a
  /// forwarder, of its body. The symbol of the body is the forwarder's symbol without the suffix
  /// `TA`.
  private func isBody(_ name: String) -> Bool {
    name == function.name || name + "TA" == function.name
  }
}
