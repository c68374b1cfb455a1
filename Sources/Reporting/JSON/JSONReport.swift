import Findings
import OwnershipGraph

/// A report in `leakcheck.json`.
///
/// This type defines the schema of the file. It is separate from ``LeakReport``, so that a change
/// to that type does not change the schema. In the file, references name objects by id rather than
/// by index, and the graph of a finding is flattened.
struct JSONReport: Decodable {
  /// The schema version of the files that are written. Files of every version with the same major
  /// number can be read.
  static let version = LeakReport.currentSchemaVersion

  var schemaVersion: String
  var tool: LeakReport.Tool
  var summary: LeakReport.Summary
  var coverage: Coverage
  var cells: [JSONCell]
  var findings: [JSONFinding]
  var mutants: [MutantReport]
  var reproduce: String
  var shard: Shard?
  /// A Boolean value indicating whether options limited the run to some matrix cells, or planted a
  /// mistake; missing in the report of a program, and in earlier versions of the schema.
  var isSelective: Bool?
  /// The kind of findings that fail the run; missing in earlier versions of the schema.
  var failOn: FailOn?
  var program: ProgramRun?
  var tables: JSONTables?

  init(_ report: LeakReport) {
    var tables = JSONTables()
    let index = ReportIndex(report)
    // A report of an earlier version is written in the current version.
    let isEarlier = ["1.0", "1.1", "1.2", "1.3", "1.4"].contains(report.schemaVersion)
    schemaVersion = isEarlier ? Self.version : report.schemaVersion
    tool = report.tool
    summary = report.summary
    coverage = report.coverage
    cells = report.cells.map { JSONCell($0, tables: &tables) }
    findings = report.findings.map { JSONFinding($0, in: index, tables: &tables) }
    mutants = report.mutants
    reproduce = report.reproduce
    shard = report.shard
    isSelective = report.isSelective
    failOn = report.failOn
    program = report.program
    self.tables = tables
  }

  /// Returns the JSON document.
  func text() throws -> String {
    var lines = JSONLines()
    try lines.add("schemaVersion", schemaVersion)
    try lines.add("tool", tool)
    try lines.add("summary", summary)
    try lines.add("coverage", coverage)
    try lines.add("cells", lines: cells)
    try lines.add("findings", lines: findings)
    try lines.add("mutants", lines: mutants)
    try lines.add("reproduce", reproduce)
    if let shard { try lines.add("shard", shard) }
    if let isSelective { try lines.add("isSelective", isSelective) }
    if let failOn { try lines.add("failOn", failOn) }
    if let program { try lines.add("program", program) }
    if let tables { try lines.add("tables", tables) }
    return lines.text
  }

  /// Returns the report that the document describes.
  ///
  /// - Throws: ``ReportDamage`` if a reference names an object that does not exist, two
  ///   objects of a finding have the same id, or an index is out of bounds.
  func report() throws(ReportDamage) -> LeakReport {
    let tables = tables ?? JSONTables()
    var report = LeakReport(
      schemaVersion: schemaVersion, tool: tool, summary: summary, coverage: coverage, cells: [],
      findings: [], mutants: mutants, reproduce: reproduce, shard: shard)
    report.isSelective = isSelective
    report.failOn = failOn ?? .new
    report.program = program
    for cell in cells { report.cells.append(try cell.cell(tables)) }
    for finding in findings { report.findings.append(try finding.finding(tables)) }
    return report
  }
}

/// A finding in `leakcheck.json`. Its graph is flattened into `nodes` and `references`.
struct JSONFinding: Codable {
  /// A reference, with the ids of its two objects.
  struct Reference: Codable {
    var from: String
    var to: String
    var label: String
    var strength: Strength
    /// Omitted if the reference was read from a value of a known type.
    var evidence: Evidence?
    /// The declaration of the property, if more than its name is known.
    var declaration: ObjectGraph.Reference.Declaration?
    /// The properties of a capture to break, according to the source; omitted if none are known.
    /// For any other capture, only the function that may return the closure.
    var capture: ObjectGraph.Reference.Capture?
  }

  /// A reference to break: its index in `references`, and a description for readers.
  struct Break: Codable {
    var reference: Int
    var from: String
    var label: String
    var to: String
    var advice: String
    /// The line to change, if known.
    var location: SourceLocation?
  }

  /// The mistake that causes the finding, with a description and a fix for readers.
  struct CauseNote: Codable {
    var id: String
    var summary: String
    var instead: String
  }

  var fingerprint: String
  var rule: Rule
  /// The cause. Only its id is used when a report is read.
  var cause: CauseNote?
  var confidence: Confidence
  var status: Finding.Status
  /// Ignored when a report is read, because it follows from the finding and the report's `failOn`.
  var severity: Severity?
  /// Ignored when a report is read, because it follows from the matrix cells.
  var endings: JSONEndings?
  /// The base name of the finding's files. The finding's anchor in the page is derived from it.
  var name: String?
  var nodes: [JSONNode]
  var references: [Reference]
  var breakSet: [Break]
  var isBreakSetProvenSmallest: Bool
  var hostBreakSet: [Break]
  /// A reference in another property. It may be better to break this reference than the suggested
  /// one. Omitted if the choice is certain.
  var alternativeBreak: Break?
  var roots: [String]
  var locations: [SourceLocation]
  var cells: [String]
  /// The baseline's reason for accepting the finding.
  var reason: String?
  var recurrence: Recurrence?
  /// Omitted if the finding occurred once.
  var occurrences: Int?
  /// The number of source locations that `locations` does not contain; omitted if it is 0.
  var moreLocations: Int?
  /// The objects of all occurrences; omitted if the finding occurred once.
  var totals: [TypeTotal]?
  /// The code of the suspended tasks that retain the objects; omitted if there are none.
  var tasks: [SuspendedCode]?
  /// The events or objects awaited by the tasks that retain the objects; omitted if they are
  /// unknown.
  var waits: [TaskWait]?
  /// Other leaks that are also freed when this finding is fixed; omitted if there are none.
  var consequences: [Consequence]?
  /// The result of trying the suggested break; omitted if this was not requested, or if findings
  /// with this rule have no break to try.
  var execution: Execution?
  /// Source positions in the library that may cause the finding; omitted if none were ranked.
  var suspects: [Suspect]?

  init(_ finding: Finding, in index: ReportIndex, tables: inout JSONTables) {
    let graph = finding.graph
    fingerprint = finding.fingerprint
    rule = finding.rule
    cause = finding.cause.map {
      CauseNote(
        id: $0.rawValue, summary: $0.summary, instead: ReportVocabulary.remedy(for: finding))
    }
    confidence = finding.confidence
    status = finding.status
    severity = index.report.severity(of: finding)
    endings = finding.cells.isEmpty ? nil : JSONEndings(index.endings(of: finding))
    name = index.name(of: finding)
    nodes = graph.nodes.map { JSONNode($0, tables: &tables) }
    let broken = Set(finding.breakSet + finding.hostBreakSet)
    references = graph.references.enumerated().map { index, reference in
      Reference(
        from: graph.nodes[reference.from].id, to: graph.nodes[reference.to].id,
        label: reference.label, strength: reference.strength,
        evidence: reference.evidence == .typed ? nil : reference.evidence,
        declaration: reference.declaration,
        capture: broken.contains(index)
          ? reference.capture : reference.capture?.factory.map { .init(factory: $0) })
    }
    func breaks(_ indices: [Int]) -> [Break] {
      indices.map {
        let reference = graph.references[$0]
        return Break(
          reference: $0, from: graph.nodes[reference.from].id, label: reference.label,
          to: graph.nodes[reference.to].id,
          advice: ReportVocabulary.advice(for: $0, in: finding),
          location: ReportVocabulary.breakAdvice(for: $0, in: finding).location)
      }
    }
    breakSet = breaks(finding.breakSet)
    isBreakSetProvenSmallest = finding.isBreakSetProvenSmallest
    hostBreakSet = breaks(finding.hostBreakSet)
    alternativeBreak = finding.alternativeBreak.flatMap { breaks([$0]).first }
    roots = finding.roots
    locations = finding.locations
    cells = finding.cells
    reason = finding.reason.isEmpty ? nil : finding.reason
    recurrence = finding.recurrence
    occurrences = finding.occurrences > 1 ? finding.occurrences : nil
    moreLocations = finding.moreLocations > 0 ? finding.moreLocations : nil
    totals = finding.totals.isEmpty ? nil : finding.totals
    tasks = finding.tasks.isEmpty ? nil : finding.tasks
    waits = finding.waits.isEmpty ? nil : finding.waits
    consequences = finding.consequences.isEmpty ? nil : finding.consequences
    execution = finding.execution
    suspects = finding.suspects.isEmpty ? nil : finding.suspects
  }

  func finding(_ tables: JSONTables) throws(ReportDamage) -> Finding {
    var indexOf: [String: Int] = [:]
    for (index, node) in nodes.enumerated() where indexOf.updateValue(index, forKey: node.id) != nil
    {
      throw ReportDamage("finding \(fingerprint): two objects have the id \(node.id)")
    }
    var graph = ObjectGraph()
    for node in nodes { graph.nodes.append(try node.node(tables)) }
    for reference in references {
      guard let from = indexOf[reference.from], let to = indexOf[reference.to] else {
        throw ReportDamage(
          "finding \(fingerprint): the reference \(reference.from) -> \(reference.to) refers to an "
            + "object that is not in the finding"
        )
      }
      var stored = ObjectGraph.Reference(
        from: from, to: to, label: reference.label, strength: reference.strength,
        evidence: reference.evidence ?? .typed, declaration: reference.declaration)
      stored.capture = reference.capture
      graph.references.append(stored)
    }
    let breaks = breakSet.map(\.reference)
    let hostBreaks = hostBreakSet.map(\.reference)
    let executed = execution?.references ?? []
    let alternative = [alternativeBreak?.reference].compactMap { $0 }
    guard (breaks + hostBreaks + executed + alternative).allSatisfy(references.indices.contains)
    else {
      throw ReportDamage(
        "finding \(fingerprint): a break refers to a reference that is not in the finding")
    }
    var finding = Finding(
      fingerprint: fingerprint, rule: rule, confidence: confidence, status: status, graph: graph,
      breakSet: breaks, isBreakSetProvenSmallest: isBreakSetProvenSmallest,
      hostBreakSet: hostBreaks, roots: roots, locations: locations, cells: cells,
      reason: reason ?? "", recurrence: recurrence)
    finding.occurrences = occurrences ?? 1
    finding.moreLocations = moreLocations ?? 0
    finding.totals = totals ?? []
    finding.alternativeBreak = alternativeBreak?.reference
    finding.tasks = tasks ?? []
    finding.waits = waits ?? []
    finding.consequences = consequences ?? []
    finding.execution = execution
    finding.suspects = suspects ?? []
    finding.cause = cause.flatMap { Cause(rawValue: $0.id) }
    return finding
  }
}
