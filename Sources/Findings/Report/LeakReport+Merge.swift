import OwnershipGraph

extension LeakReport {
  /// Creates the report of the whole run from its shards. The result is the report that a single
  /// process would have written, except for the self-test: ``generatedMutants`` is `nil`, and only
  /// the mutants of clean shards are listed.
  ///
  /// - Throws: ``ShardError`` if the reports are not all the shards of one run.
  /// - Complexity: O(*c* + *f*) for *c* cells and their *f* findings.
  package init(merging shards: [LeakReport]) throws(ShardError) {
    let shards = try Self.sorted(shards)
    guard !shards.isEmpty else { throw .none }
    let total = shards.reduce(0) { $0 + $1.cells.count }
    self.init(joining: shards, parts: (0..<total).map { $0 % shards.count })
  }

  /// Creates the report of a run whose matrix cells were divided among several reports.
  ///
  /// - Parameters:
  ///   - reports: The reports, at least one.
  ///   - parts: For each cell of the run, in order, the index of the report that contains it.
  /// - Complexity: O(*c* + *f*) for *c* cells and their *f* findings.
  private init(joining reports: [LeakReport], parts: [Int]) {
    var cells: [CellReport] = []
    var distinct = DistinctFindings()
    let byFingerprint = reports.map { report in
      Dictionary(report.findings.map { ($0.fingerprint, $0) }, uniquingKeysWith: { one, _ in one })
    }
    var next = [Int](repeating: 0, count: reports.count)
    for part in parts {
      let cell = reports[part].cells[next[part]]
      next[part] += 1
      cells.append(cell)
      for fingerprint in cell.findings {
        guard var finding = byFingerprint[part][fingerprint] else { continue }
        finding.cells = [cell.id]
        distinct.add(finding) { known, finding in known.merge(cellsOf: finding) }
      }
    }
    distinct.update { finding in
      finding.recurrence = byFingerprint.reduce(nil) {
        .sum($0, $1[finding.fingerprint]?.recurrence)
      }
    }
    let findings = distinct.findings
    var coverage = Coverage()
    for report in reports { coverage += report.coverage }
    let first = reports[0]
    self.init(
      schemaVersion: first.schemaVersion, tool: first.tool,
      summary: Summary(adding: reports.map(\.summary)), coverage: coverage, cells: cells,
      findings: findings, mutants: Self.interleaved(reports.map(\.mutants)),
      reproduce: first.reproduce)
    isSelective = first.isSelective
    summary.unexpectedCycles = findings.count(where: \.isUnexpectedCycle)
  }

  /// Returns the mutants of all shards, in the order of the list that was divided among them.
  private static func interleaved(_ parts: [[MutantReport]]) -> [MutantReport] {
    var mutants: [MutantReport] = []
    var names: Set<String> = []
    for row in 0..<(parts.map(\.count).max() ?? 0) {
      for part in parts where row < part.count {
        let mutant = part[row]
        if names.insert(mutant.name).inserted { mutants.append(mutant) }
      }
    }
    return mutants
  }

  /// Returns the shards, sorted by index. Throws an error unless they are all the shards of one
  /// run.
  private static func sorted(_ shards: [LeakReport]) throws(ShardError) -> [LeakReport] {
    guard let first = shards.first else { throw .none }
    var byIndex: [Int: LeakReport] = [:]
    guard let part = first.shard else { throw .notAShard(position: 1) }
    for (position, report) in shards.enumerated() {
      guard let shard = report.shard else { throw .notAShard(position: position + 1) }
      guard report.tool == first.tool, report.schemaVersion == first.schemaVersion else {
        throw .otherTool(position: position + 1)
      }
      guard shard.count == part.count else {
        throw .otherCount(position: position + 1, count: shard.count, expected: part.count)
      }
      guard shard.matrix == part.matrix, shard.totalCells == part.totalCells,
        report.reproduce == first.reproduce
      else { throw .otherRun(position: position + 1) }
      guard byIndex.updateValue(report, forKey: shard.index) == nil else {
        throw .twice(index: shard.index)
      }
      guard report.cells.count == shard.shareCount else {
        throw .incomplete(position: position + 1)
      }
    }
    for index in 1...part.count where byIndex[index] == nil {
      throw .missing(index: index, count: part.count)
    }
    return byIndex.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension LeakReport.Summary {
  /// Creates the sum of the shards' summaries. The verdicts of shards without cells are ignored. If
  /// no shard has cells, the verdict is inconclusive. The number of unexpected cycles is set to 0,
  /// because two shards may contain the same finding. The caller counts the cycles in the merged
  /// findings.
  fileprivate init(adding parts: [Self]) {
    let withCells = parts.filter { $0.cells > 0 }
    func sum(_ value: (Self) -> Int) -> Int { parts.reduce(0) { $0 + value($1) } }
    let verdicts = withCells.map(\.verdict)
    let verdict: LeakReport.Verdict =
      verdicts.contains(.leaking)
      ? .leaking : verdicts.contains(.inconclusive) || verdicts.isEmpty ? .inconclusive : .clean
    self.init(
      verdict: verdict, cells: sum(\.cells), unexpectedCycles: 0, controlsSeen: sum(\.controlsSeen),
      controlsExpected: sum(\.controlsExpected), inconclusiveCells: sum(\.inconclusiveCells),
      failedCells: sum(\.failedCells), knownCells: sum(\.knownCells))
  }
}

/// The reason why reports are not the shards of one run.
package enum ShardError: Error, Equatable, CustomStringConvertible {
  case none
  case notAShard(position: Int)
  case otherTool(position: Int)
  case otherCount(position: Int, count: Int, expected: Int)
  case otherRun(position: Int)
  case twice(index: Int)
  case incomplete(position: Int)
  case missing(index: Int, count: Int)

  /// The position of the invalid report among the given reports, counted from 1.
  package var position: Int? {
    switch self {
    case .notAShard(let position), .otherTool(let position), .otherCount(let position, _, _),
      .otherRun(let position), .incomplete(let position):
      position
    case .none, .twice, .missing: nil
    }
  }

  package var description: String {
    switch self {
    case .none: "there is no report to merge"
    case .notAShard: "it is the report of a whole run, not of a shard"
    case .otherTool: "it was written by a different version of leakcheck than the first report"
    case .otherCount(_, let count, let expected):
      "it is one of \(count) shards, but the first report is one of \(expected)"
    case .otherRun:
      "it belongs to a different run than the first report: its cells or options "
        + "differ"
    case .twice(let index): "shard \(index) is given twice"
    case .incomplete: "its number of cells differs from the number of cells of its shard"
    case .missing(let index, let count): "shard \(index) of \(count) is missing"
    }
  }
}
