import Findings

/// The section that lists which references each ending clears, or *cuts*. It has two tables. The
/// first contains the ten references that are cut in the most matrix cells. The second contains up
/// to 500 others, and is collapsed until the reader opens it.
struct MarkdownCells {
  private static let maxUnfolded = 10
  private static let maxFolded = 500
  private static let maxTypes = 3

  /// The cuts of one property's references in all matrix cells.
  private struct Sighting {
    /// The types to which the property refers.
    var targets: [String] = []
    /// For each ending, the number of cells in which the ending cuts a reference of the property.
    var endings: [String: Int] = [:]

    var cells: Int { endings.values.reduce(0, +) }
  }

  let report: LeakReport

  var lines: [String] {
    let rows = sightings.map(row)
    guard !rows.isEmpty else { return [] }
    let head = [
      "Each row is a reference that was cleared when the subscription ended. The object that stored"
        + " the reference stayed alive.",
      "",
    ]
    let columns = ["| reference | referred to | cut by |", "| --- | --- | --- |"]
    let rest = rows.dropFirst(Self.maxUnfolded)
    let more =
      rest.count > Self.maxFolded ? ["", "… and \(rest.count - Self.maxFolded) more"] : []
    let folded =
      rest.isEmpty
      ? []
      : [""]
        + MarkdownText.folded(
          ReportVocabulary.counted(rest.count, "more reference"),
          columns + rest.prefix(Self.maxFolded) + more)
    return MarkdownText.folded(
      "what each ending cuts", head + columns + rows.prefix(Self.maxUnfolded) + folded)
  }

  /// The properties whose references are cut, in two parts: the ten that are cut in the most cells,
  /// then the others. Each part is sorted by name, so that a new cell does not change other rows.
  private var sightings: [(slot: FindingEndings.Slot, sighting: Sighting)] {
    var order: [FindingEndings.Slot] = []
    var sightings: [FindingEndings.Slot: Sighting] = [:]
    for cell in report.cells {
      var counted: Set<FindingEndings.Slot> = []
      for cut in cell.cuts {
        let slot = FindingEndings.Slot(cut)
        if sightings[slot] == nil { order.append(slot) }
        var sighting = sightings[slot] ?? Sighting()
        let target = FindingEndings.Slot.type(ofObject: cut.to)
        if !sighting.targets.contains(target) { sighting.targets.append(target) }
        if counted.insert(slot).inserted { sighting.endings[cell.ending, default: 0] += 1 }
        sightings[slot] = sighting
      }
    }
    let sorted = order.enumerated().map {
      ($0.offset, $0.element, sightings[$0.element] ?? Sighting())
    }
    .sorted { ($1.2.cells, $0.0) < ($0.2.cells, $1.0) }
    .map { (slot: $0.1, sighting: $0.2) }
    return [sorted.prefix(Self.maxUnfolded), sorted.dropFirst(Self.maxUnfolded)].flatMap { part in
      part.sorted { $0.slot.description < $1.slot.description }
    }
  }

  private func row(_ slot: FindingEndings.Slot, _ sighting: Sighting) -> String {
    let types = sighting.targets.prefix(Self.maxTypes).map(Escaping.code)
    let more = sighting.targets.count - types.count
    let endings = ReportVocabulary.endings(of: report.cells).compactMap { ending in
      sighting.endings[ending].map { _ in Escaping.markdown(ending) }
    }
    let columns = [
      Escaping.code(slot.description),
      types.joined(separator: ", ") + (more > 0 ? " and \(more) more" : ""),
      endings.joined(separator: " · "),
    ]
    return "| " + columns.joined(separator: " | ") + " |"
  }
}
