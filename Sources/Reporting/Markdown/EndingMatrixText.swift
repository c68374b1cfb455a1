import Findings

/// The matrix in Markdown, by operator and by source, with equal rows collapsed.
struct EndingMatrixText {
  private static let maxNamed = 12
  private static let maxRows = 60

  private let report: LeakReport
  private let groups: EndingGroups
  private let endings: [String]

  init(index: ReportIndex) {
    report = index.report
    groups = index.cells.tableGroups
    endings = groups.names(in: report.cells)
  }

  var lines: [String] {
    guard !report.cells.isEmpty else { return [] }
    let operators = table("operator", by: \.operator)
    let sources = table("source", by: \.source)
    return MarkdownText.folded("by operator", operators) + [""]
      + MarkdownText.folded("by source", sources)
  }

  private func table(_ noun: String, by key: (CellReport) -> String) -> [String] {
    var cells: [[String]: [CellReport]] = [:]
    for cell in report.cells {
      cells[[key(cell), groups.name(of: cell.ending)], default: []].append(cell)
    }
    let names = report.cells.map(key).uniqued()
    var groups: [(columns: [String], names: [String])] = []
    var indexOf: [[String]: Int] = [:]
    for name in names {
      let columns = endings.map { text(of: EndingMatrix.Square(cells[[name, $0]] ?? [])) }
      if let index = indexOf[columns] {
        groups[index].names.append(name)
      } else {
        indexOf[columns] = groups.count
        groups.append((columns, [name]))
      }
    }
    // Rows that need attention come first. Rows that represent more names precede rows with fewer.
    let sorted = groups.enumerated().sorted { left, right in
      let bad = [left, right].map { group in
        group.element.columns.contains { $0.contains("**") } ? 0 : 1
      }
      return (bad[0], -left.element.names.count, left.offset)
        < (bad[1], -right.element.names.count, right.offset)
    }.map(\.element)
    var lines = [
      "| \(noun) | " + endings.map(Escaping.code).joined(separator: " | ") + " |",
      "| --- |" + String(repeating: " --- |", count: endings.count),
    ]
    lines += sorted.prefix(Self.maxRows).map { group in
      "| \(title(of: group.names, noun)) | " + group.columns.joined(separator: " | ") + " |"
    }
    if sorted.count > Self.maxRows {
      lines += ["", "… and " + ReportVocabulary.counted(sorted.count - Self.maxRows, "more row")]
    }
    let outcomes = Set(report.cells.map(EndingMatrix.Outcome.init))
    let legend = EndingMatrix.Outcome.allCases.filter(outcomes.contains).map {
      "\($0.symbol) \($0.word)"
    }
    return lines + ["", legend.joined(separator: " · ") + " · – no such cell"]
  }

  /// Returns the title of a row: `map`, or `38 operators: map, filter, …`.
  private func title(of names: [String], _ noun: String) -> String {
    let shown = names.prefix(Self.maxNamed).map(Escaping.markdown).joined(separator: ", ")
    if names.count == 1 { return shown }
    return "\(names.count) \(noun)s: \(shown)" + (names.count > Self.maxNamed ? ", …" : "")
  }

  private func text(of square: EndingMatrix.Square?) -> String {
    guard let square else { return "–" }
    guard square.isBad else { return square.outcome.symbol }
    // Counts are omitted, so that equal rows collapse.
    return "**\(square.outcome.symbol)\(square.count == square.total ? "" : " some")**"
  }
}
