import Foundation

/// The file and line at which a function starts, as `llvm-symbolizer` reports them.
struct FunctionStart {
  private struct Answer: Decodable {
    struct Frame: Decodable {
      var FileName: String
      var Line: Int
      var StartFileName: String?
      var StartLine: Int?
    }

    var Symbol: [Frame]?
  }

  /// Returns the start of the function in each answer of the tool, as `file:line`. If the start is
  /// unknown, the element is the file and line at the address; if the answer contains no function,
  /// the element is empty. Returns an empty array if the data is not output of the tool.
  static func all(in data: Data) -> [String] {
    guard let answers = try? JSONDecoder().decode([Answer].self, from: data) else { return [] }
    return answers.map { answer in
      guard let frame = answer.Symbol?.last else { return "" }
      if let file = frame.StartFileName, let line = frame.StartLine, !file.isEmpty, line > 0 {
        return "\(file):\(line)"
      }
      return "\(frame.FileName):\(frame.Line)"
    }
  }
}
