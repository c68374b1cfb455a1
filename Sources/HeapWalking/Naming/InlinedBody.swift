import Foundation
internal import OwnershipGraph

/// Where a function is in the source whose own code starts at no line.
///
/// An optimiser puts a closure's body into the forwarder that goes with its context, and the
/// forwarder is generated: its first instruction has no line. The debug information
/// says of each instruction which functions it came from, and where these start.
struct InlinedBody {
  /// What the tool says about an address, as far as it is used here.
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

  /// The tool's options for the answers that this reads.
  static let options = ["--output-style=JSON"]

  /// Addresses looked at in one function; a body shows within its first instructions.
  private static let samples: UInt = 24

  let function: SymbolTable.Function

  /// Addresses spread over the function's code.
  var places: [UInt] {
    let count = min(Self.samples, max(function.size / 4, 1))
    return (0..<count).map { function.fileAddress + $0 * function.size / count }
  }

  /// Where the function's own body starts; `nil` if that is not among what the tool says.
  func location(in answer: String) -> SourceLocation? {
    guard let frames = try? JSONDecoder().decode(Answer.self, from: Data(answer.utf8)).frames
    else { return nil }
    for frame in frames where isBody(frame.functionName) {
      guard let file = frame.startFileName, let line = frame.startLine else { continue }
      if let location = SourceLocation(symbolizer: "\(file):\(line)") { return location }
    }
    return nil
  }

  /// Returns whether the forwarder's symbol is the body's with the suffix `TA`.
  private func isBody(_ name: String) -> Bool {
    name == function.name || name + "TA" == function.name
  }
}
