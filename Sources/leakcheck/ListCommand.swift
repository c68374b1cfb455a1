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
      ? mutants.map { Self.aligned($0.name, $0.summary, in: mutants.map(\.name)) }
      : cellLines
    if !lines.isEmpty { Console.print(lines.joined(separator: "\n")) }
    return ExitStatus.clean
  }

  private var cellLines: [String] {
    let cells = StreamCells.streamMatrix().selected(by: selection)
    let ids = cells.map(\.id)
    return cells.map { Self.aligned($0.id, $0.expectation.reported.rawValue, in: ids) }
  }

  /// Two columns, the first as wide as its widest entry.
  private static func aligned(_ left: String, _ right: String, in column: [String]) -> String {
    let width = column.map(\.count).max() ?? 0
    return left + String(repeating: " ", count: width - left.count) + "  " + right
  }
}
