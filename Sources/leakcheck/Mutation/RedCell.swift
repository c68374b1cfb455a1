import MutantCells
import Findings
import Scenarios

/// Information about a matrix cell that did not pass, for finding the cause.
struct RedCell: Codable {
  /// The mutation points that the cell executed, each identified by its number; see
  /// ``ExecutionMap``.
  var positions: [Int]
  /// The mutation points that were executed between the first failed check and the check before it;
  /// empty if no check failed.
  var positionsBeforeFailure: [Int]
  /// The types of the objects that survived, and the references between them in the form
  /// `Type.property`.
  var clues: [String]

  init(positions: [Int], positionsBeforeFailure: [Int] = [], clues: [String] = []) {
    self.positions = positions
    self.positionsBeforeFailure = positionsBeforeFailure
    self.clues = clues
  }

  init(_ outcome: CellRunner.Outcome, positions: [Int], positionsBeforeFailure: [Int]) {
    var clues: Set<String> = []
    for graph in outcome.findings.filter({ $0.status == .new }).map(\.graph) {
      for node in graph.nodes where node.role != .context { clues.insert(node.type.baseName) }
      for reference in graph.references where reference.strength == .strong {
        clues.insert("\(graph.nodes[reference.from].type.baseName).\(reference.label)")
      }
    }
    self.init(
      positions: positions, positionsBeforeFailure: positionsBeforeFailure, clues: clues.sorted())
  }

  /// Returns the lines that describe the cell in the answer of `leakcheck attempt`.
  func lines(reason: String) -> String {
    let fields = [
      positions.map(String.init).joined(separator: ","),
      positionsBeforeFailure.map(String.init).joined(separator: ","), clues.joined(separator: ","),
    ]
    let line = reason.replacing("\n", with: " ")
    return "red \(line)\npositions \(fields.joined(separator: ";").replacing("\n", with: " "))\n"
  }

  /// Creates the cell from the second line of ``lines(reason:)``; `nil` for any other line.
  init?(line: String) {
    guard line.hasPrefix("positions ") else { return nil }
    let fields = line.dropFirst("positions ".count)
      .split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
    guard fields.count == 3 else { return nil }
    func numbers(_ text: Substring) -> [Int] { text.split(separator: ",").compactMap { Int($0) } }
    self.init(
      positions: numbers(fields[0]), positionsBeforeFailure: numbers(fields[1]),
      clues: fields[2].split(separator: ",").map(String.init))
  }
}
