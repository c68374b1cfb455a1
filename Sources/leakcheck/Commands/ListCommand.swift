import MutantCells
import Scenarios
import StreamCells

/// `leakcheck list`: the cells, or the mutants, one a line.
struct ListCommand {
  private var selection = Selection()
  private var showsMutants = false

  init(parsing words: [String]) throws(UsageError) {
    var arguments = Arguments(words)
    let matrix = StreamCells.streamMatrix()
    while let option = try arguments.nextOption() {
      if try selection.read(option, from: &arguments, matrix: matrix) { continue }
      guard option == "--mutants" else {
        throw .unknown("option", option, among: Selection.options + ["--mutants", "--help"])
      }
      showsMutants = true
    }
  }

  func run() -> Int32 {
    let lines =
      showsMutants
      ? Self.aligned(mutants.map { ($0.name, $0.summary) })
        + Self.aligned(generatedMutants.map { ($0.name, "\($0.location)  \($0.place)") })
      : cellLines
    if !lines.isEmpty { Console.print(lines.joined(separator: "\n")) }
    return ExitStatus.clean
  }

  private var cellLines: [String] {
    let cells = StreamCells.streamMatrix().selected(by: selection)
    return Self.aligned(cells.map { ($0.id, $0.expectation.reported.rawValue) })
  }

  /// Two columns, the first as wide as its widest entry.
  private static func aligned(_ rows: [(String, String)]) -> [String] {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { left, right in
      left + String(repeating: " ", count: width - left.count) + "  " + right
    }
  }
}
