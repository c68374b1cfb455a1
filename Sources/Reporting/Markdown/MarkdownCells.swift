import OwnershipGraph

/// What each ending cut: cells with the same answer share a row.
struct MarkdownCells {
  private static let mostCells = 3

  /// What cells must agree on to share a row.
  private struct Answer: Hashable {
    var ending: String
    var cuts: [CellReport.Cut]
    var freed: [String]
    var survivors: [String]
  }

  let report: LeakReport

  var lines: [String] {
    guard !report.cells.isEmpty else { return [] }
    var cells: [Answer: [CellReport]] = [:]
    var answers: [Answer] = []
    for ending in ReportVocabulary.endings(of: report.cells) {
      for cell in report.cells where cell.ending == ending {
        let answer = Answer(
          ending: ending, cuts: cell.cuts, freed: cell.freed, survivors: cell.survivors)
        if cells[answer] == nil { answers.append(answer) }
        cells[answer, default: []].append(cell)
      }
    }
    var lines = [
      "## What each ending cut", "",
      "References that were there while subscribed and are gone once ended, objects that went with"
        + " them, and what was still alive when every owner was dropped.",
      "", "| ending | references cut | released | survivors | cells |",
      "| --- | --- | --- | --- | --- |",
    ]
    for answer in answers {
      let cuts = answer.cuts.map { Escaping.code("\($0.from).\($0.label) → \($0.to)") }
      let columns = [
        Escaping.code(answer.ending), list(cuts), list(answer.freed.map(Escaping.code)),
        list(answer.survivors.map(Escaping.code)), list(of: cells[answer] ?? []),
      ]
      lines.append("| " + columns.joined(separator: " | ") + " |")
    }
    return lines
  }

  private func list(_ items: [String]) -> String {
    items.isEmpty ? "–" : items.joined(separator: "<br>")
  }

  private func list(of cells: [CellReport]) -> String {
    let shown = cells.prefix(Self.mostCells).map {
      Escaping.code("\($0.source)/\($0.operator)/\($0.timing)")
    }
    let more = cells.count - Self.mostCells
    return shown.joined(separator: "<br>") + (more > 0 ? "<br>and \(more) more" : "")
  }
}
