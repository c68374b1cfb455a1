import Findings

/// The table in the first part of a report. For each ending, a row contains the number of matrix
/// cells in which objects remain, and the ending's effect on the core cycle (see `CoreCycle`).
struct EndingSummary {
  /// The number of cells in which objects remain, and the roots that retain these objects.
  /// ``Row/retained`` also counts the cells that failed without a finding, even if no object
  /// remains in them.
  struct Count {
    var cells = 0
    /// The number of failed cells. These are included in ``cells``.
    var unexpected = 0
    /// The roots that retain the remaining objects.
    var roots: [String] = []

    /// The count in words: `0`, `558, as expected`, `12, 3 unexpected`.
    var words: String {
      if cells == 0 { return "0" }
      let number = ReportVocabulary.grouped(cells)
      if unexpected == 0 { return "\(number), as expected" }
      return unexpected == cells
        ? "\(number), unexpected" : "\(number), \(ReportVocabulary.grouped(unexpected)) unexpected"
    }
  }

  struct Row {
    var ending: String
    var cells: Int
    /// A Boolean value indicating whether at least one cell with this ending is expected to contain
    /// a cycle, as a known leak.
    var isControl: Bool
    var cycles: Count
    var retained: Count
    /// The number of cells in which the core cycle is alive.
    var coreAlive: Int
    /// The references that the ending clears and that objects of the core cycle store, most
    /// frequent first.
    var cuts: [FindingEndings.Slot]

    /// The ending in words: `completion, bag kept` for `completion+bagKept`.
    var title: String { ReportVocabulary.title(ofEnding: ending) }
  }

  let core: CoreCycle?
  let rows: [Row]

  init(_ index: ReportIndex) {
    let report = index.report
    let findings = Dictionary(
      report.findings.map { ($0.fingerprint, $0) }, uniquingKeysWith: { first, _ in first })
    let core = index.core
    self.core = core
    let groups = index.cells.tableGroups
    rows = groups.names(in: report.cells).map { ending in
      Self.row(
        of: ending, report.cells.filter { groups.name(of: $0.ending) == ending },
        findings: findings, core: core)
    }
  }

  private static func row(
    of ending: String, _ cells: [CellReport], findings: [String: Finding], core: CoreCycle?
  ) -> Row {
    var row = Row(
      ending: ending, cells: cells.count,
      isControl: cells.contains { $0.expectation == .cycle }, cycles: Count(), retained: Count(),
      coreAlive: cells.count { core?.cells.contains($0.id) ?? false }, cuts: [])
    var tally: [FindingEndings.Slot: Int] = [:]
    var order: [FindingEndings.Slot] = []
    for cell in cells {
      let own = cell.findings.compactMap { findings[$0] }
      let cycles = own.filter(\.rule.isCycle)
      let others = own.filter {
        !$0.rule.isCycle && $0.rule != .controlNotSeen
      }
      row.cycles.add(cycles, of: cell)
      row.retained.add(others, of: cell)
      // A failed cell without a finding is also counted, although its report names no object.
      if own.isEmpty, cell.verdict == .fail { row.retained.addUnexpected() }
      for slot in cell.cuts.map(FindingEndings.Slot.init).uniqued()
      where core?.types.contains(slot.type) ?? false {
        if tally[slot] == nil { order.append(slot) }
        tally[slot, default: 0] += 1
      }
    }
    let sorted = order.enumerated().sorted {
      (tally[$1.element] ?? 0, $0.offset) < (tally[$0.element] ?? 0, $1.offset)
    }
    row.cuts = sorted.map(\.element)
    return row
  }
}

extension EndingSummary.Count {
  fileprivate mutating func addUnexpected() {
    cells += 1
    unexpected += 1
  }

  fileprivate mutating func add(_ findings: [Finding], of cell: CellReport) {
    guard !findings.isEmpty else { return }
    cells += 1
    if cell.verdict == .fail { unexpected += 1 }
    for root in findings.flatMap(\.roots) where !roots.contains(root) { roots.append(root) }
  }
}
