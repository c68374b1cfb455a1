import Findings
import MutantCells
import Scenarios
import StreamCells

/// `leakcheck list`: lists the matrix cells, the mutants, or the names of sources or operators.
struct ListCommand {
  var selection = Selection()
  var showsMutants = false

  var lists: Names?

  /// The names to list instead of cells.
  enum Names { case sources, operators }

  init(parsing arguments: [String]) throws(CommandError) {
    var reader = Arguments(arguments)
    _ = try reader.read(Self.options, into: &self)
  }

  func run() -> Int32 {
    let lines =
      if let lists { names(lists) } else if showsMutants {
        Self.aligned(mutants.map { ($0.name, $0.summary) })
          + Self.aligned(generatedMutants.map { ($0.name, "\($0.location)  \($0.sourceText)") })
      } else { cellLines }
    if !lines.isEmpty { Console.print(lines.joined(separator: "\n")) }
    return ExitStatus.clean
  }

  /// Returns the names in columns if standard output is a terminal, and one name on each line if
  /// not.
  private func names(_ kind: Names) -> [String] {
    let cells = StreamCells.streamMatrix().selected(by: selection)
    var seen: Set<String> = []
    let names = cells.map { kind == .sources ? $0.source : $0.operator }
      .filter { seen.insert($0).inserted }
    return Console.terminalWidth.map { Columns(width: $0).lines(of: names) } ?? names
  }

  var cellLines: [String] {
    let cells = StreamCells.streamMatrix().selected(by: selection)
    return Self.aligned(cells.map { ($0.id, $0.expectation.reported.rawValue) })
  }

  /// Returns two columns, the first as wide as its widest entry.
  private static func aligned(_ rows: [(String, String)]) -> [String] {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { left, right in
      left + String(repeating: " ", count: width - left.count) + "  " + right
    }
  }
}
