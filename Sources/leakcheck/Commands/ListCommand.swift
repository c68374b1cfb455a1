import MutantCells
import Scenarios
import StreamCells

/// `leakcheck list`: lists the cells, or the mutants, one on each line.
struct ListCommand {
  private var selection = Selection()
  private var showsMutants = false

  private var lists: Names?

  /// The names to list instead of cells.
  private enum Names { case sources, operators }

  /// The declared options.
  static var options: [CommandOption<ListCommand>] {
    Selection.options(of: StreamCells.streamMatrix()).lifted(to: \.selection)
      + [
        CommandOption("--mutants", "list the planted and the generated mistakes instead") {
          (command, _) in command.showsMutants = true
        },
        CommandOption("--sources", "list the names of the sources instead") {
          (command, _) in command.lists = .sources
        },
        CommandOption("--operators", "list the names of the operators instead") {
          (command, _) in command.lists = .operators
        },
      ].headed("Other lists")
  }

  init(parsing words: [String]) throws(UsageError) {
    var arguments = Arguments(words)
    _ = try arguments.read(Self.options, into: &self)
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

  /// Returns names in columns for a terminal, otherwise one on each line.
  private func names(_ kind: Names) -> [String] {
    let cells = StreamCells.streamMatrix().selected(by: selection)
    var seen: Set<String> = []
    let names = cells.map { kind == .sources ? $0.source : $0.operator }
      .filter { seen.insert($0).inserted }
    return Console.terminalWidth.map { Columns(width: $0).lines(of: names) } ?? names
  }

  private var cellLines: [String] {
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
