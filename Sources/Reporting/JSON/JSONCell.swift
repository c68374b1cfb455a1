import Findings

/// A matrix cell in `leakcheck.json`. Empty lists except `findings` are omitted.
struct JSONCell: Codable {
  var id: String
  var source: String
  var `operator`: String
  var ending: String
  var timing: String
  var expectation: CellReport.Expectation
  var verdict: CellReport.Verdict
  var reason: String?
  /// The checks of the cell that failed; omitted if none failed.
  var failedChecks: [String]?
  var resources: CellReport.ResourceCounts
  /// The references that the ending cut, that is, cleared.
  var cuts: [JSONEntry<CellReport.Cut>]?
  /// The objects alive after subscribing, in order of allocation.
  var allocated: [JSONEntry<String>]?
  /// The number of allocated objects that existed before `subscribe` was called.
  var allocatedBeforeSubscribe: Int?
  /// The objects that the ending freed, in order of release.
  var freed: [JSONEntry<String>]?
  /// The objects freed after the cell's owners were released, in order of release.
  var released: [JSONEntry<String>]?
  var survivors: [JSONEntry<String>]?
  var findings: [String]
  /// Source positions in the library that may cause the verdict; omitted if none were ranked.
  var suspects: [Suspect]?

  init(_ cell: CellReport, tables: inout JSONTables) {
    id = cell.id
    source = cell.source
    `operator` = cell.operator
    ending = cell.ending
    timing = cell.timing
    expectation = cell.expectation
    verdict = cell.verdict
    reason = cell.reason.isEmpty ? nil : cell.reason
    failedChecks = cell.failedChecks.isEmpty ? nil : cell.failedChecks
    resources = cell.resources
    cuts = cell.cuts.isEmpty ? nil : cell.cuts.map { .index(tables.index(of: $0)) }
    allocatedBeforeSubscribe = cell.allocatedBeforeSubscribe
    allocated =
      cell.allocated.isEmpty ? nil : cell.allocated.map { .index(tables.index(of: $0)) }
    released = cell.released.isEmpty ? nil : cell.released.map { .index(tables.index(of: $0)) }
    freed = cell.freed.isEmpty ? nil : cell.freed.map { .index(tables.index(of: $0)) }
    survivors = cell.survivors.isEmpty ? nil : cell.survivors.map { .index(tables.index(of: $0)) }
    findings = cell.findings
    suspects = cell.suspects.isEmpty ? nil : cell.suspects
  }

  func cell(_ tables: JSONTables) throws(ReportDamage) -> CellReport {
    var cell = CellReport(
      id: id, source: source, operator: `operator`, ending: ending, timing: timing,
      expectation: expectation, verdict: verdict, reason: reason ?? "", resources: resources,
      cuts: try (cuts ?? []).values(in: tables.cuts),
      freed: try (freed ?? []).values(in: tables.objects),
      survivors: try (survivors ?? []).values(in: tables.objects), findings: findings)
    cell.failedChecks = failedChecks ?? []
    cell.allocated = try (allocated ?? []).values(in: tables.objects)
    cell.allocatedBeforeSubscribe = allocatedBeforeSubscribe
    cell.released = try (released ?? []).values(in: tables.objects)
    cell.suspects = suspects ?? []
    return cell
  }
}
