import OwnershipGraph

/// What each ending cut: for each ending the references, and in how many cells.
struct MarkdownCells {
  /// A reference of a type, wherever it led: which of several objects had it is no
  /// matter here.
  private struct Slot: Hashable {
    var owner: String
    var label: String
  }

  /// What one slot referred to, and the cells that saw it cut.
  private struct Sighting {
    var targets: [String] = []
    var cells: Set<String> = []
  }

  let report: LeakReport

  var lines: [String] {
    let rows = ReportVocabulary.endings(of: report.cells).flatMap(rows)
    guard !rows.isEmpty else { return [] }
    return [
      "## What each ending cut", "",
      "References that were there while subscribed and are gone once ended, though the object that"
        + " had them was kept to look at it.", "",
      "| ending | reference cut | referred to | cells |", "| --- | --- | --- | ---: |",
    ] + rows
  }

  private func rows(of ending: String) -> [String] {
    let cells = report.cells.filter { $0.ending == ending }
    var order: [Slot] = []
    var sightings: [Slot: Sighting] = [:]
    for cell in cells {
      for cut in cell.cuts {
        let slot = Slot(owner: Self.type(cut.from), label: cut.label)
        if sightings[slot] == nil { order.append(slot) }
        let target = Self.type(cut.to)
        var sighting = sightings[slot] ?? Sighting()
        if !sighting.targets.contains(target) { sighting.targets.append(target) }
        sighting.cells.insert(cell.id)
        sightings[slot] = sighting
      }
    }
    if order.isEmpty { return ["| \(Escaping.code(ending)) | – | – | 0 of \(cells.count) |"] }
    return order.map { slot in
      let sighting = sightings[slot] ?? Sighting()
      let columns = [
        Escaping.code(ending), Escaping.code("\(slot.owner).\(slot.label)"),
        sighting.targets.map(Escaping.code).joined(separator: ", "),
        "\(sighting.cells.count) of \(cells.count)",
      ]
      return "| " + columns.joined(separator: " | ") + " |"
    }
  }

  /// `SinkDisposer#2` without its number.
  private static func type(_ name: String) -> String {
    name.lastIndex(of: "#").map { String(name[..<$0]) } ?? name
  }
}
