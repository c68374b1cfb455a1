import OwnershipGraph

/// A report as it stands in `leakcheck.json`.
///
/// Apart from ``LeakReport`` so that the schema is written down in one place:
/// objects are named by id rather than by index, and a finding has its graph
/// flattened.
struct JSONReport: Codable {
  var schemaVersion: String
  var tool: LeakReport.Tool
  var summary: LeakReport.Summary
  var coverage: Coverage
  var cells: [CellReport]
  var findings: [JSONFinding]
  var mutants: [MutantReport]
  var reproduce: String

  init(_ report: LeakReport) {
    schemaVersion = report.schemaVersion
    tool = report.tool
    summary = report.summary
    coverage = report.coverage
    cells = report.cells
    findings = report.findings.map(JSONFinding.init)
    mutants = report.mutants
    reproduce = report.reproduce
  }

  /// The report that was written.
  ///
  /// - Throws: ``ReportReadingError`` where a reference names no object.
  func report() throws(ReportReadingError) -> LeakReport {
    var report = LeakReport(
      schemaVersion: schemaVersion, tool: tool, summary: summary, coverage: coverage, cells: cells,
      findings: [], mutants: mutants, reproduce: reproduce)
    for finding in findings { report.findings.append(try finding.finding()) }
    return report
  }
}

/// A finding with its graph flattened.
struct JSONFinding: Codable {
  /// A reference by the ids of its objects.
  struct Reference: Codable {
    var from: String
    var to: String
    var label: String
    var strength: Strength
    var evidence: Evidence
  }

  /// A reference to break: its place in `references`, and what a person reads.
  struct Break: Codable {
    var reference: Int
    var from: String
    var label: String
    var to: String
    var advice: String
  }

  var fingerprint: String
  var rule: Rule
  var confidence: Confidence
  var status: Finding.Status
  var nodes: [ObjectGraph.Node]
  var references: [Reference]
  var breakSet: [Break]
  var isBreakSetProvenSmallest: Bool
  var hostBreakSet: [Break]
  var roots: [String]
  var locations: [SourceLocation]
  var cells: [String]

  init(_ finding: Finding) {
    let graph = finding.graph
    fingerprint = finding.fingerprint
    rule = finding.rule
    confidence = finding.confidence
    status = finding.status
    nodes = graph.nodes
    references = graph.references.map {
      Reference(
        from: graph.nodes[$0.from].id, to: graph.nodes[$0.to].id, label: $0.label,
        strength: $0.strength, evidence: $0.evidence)
    }
    func breaks(_ indices: [Int]) -> [Break] {
      indices.map {
        let reference = graph.references[$0]
        return Break(
          reference: $0, from: graph.nodes[reference.from].id, label: reference.label,
          to: graph.nodes[reference.to].id,
          advice: ReportVocabulary.advice(for: reference, in: graph))
      }
    }
    breakSet = breaks(finding.breakSet)
    isBreakSetProvenSmallest = finding.isBreakSetProvenSmallest
    hostBreakSet = breaks(finding.hostBreakSet)
    roots = finding.roots
    locations = finding.locations
    cells = finding.cells
  }

  func finding() throws(ReportReadingError) -> Finding {
    var indexOf: [String: Int] = [:]
    for (index, node) in nodes.enumerated() where indexOf.updateValue(index, forKey: node.id) != nil {
      throw .inconsistent("finding \(fingerprint) has two objects \(node.id)")
    }
    var graph = ObjectGraph(nodes: nodes)
    for reference in references {
      guard let from = indexOf[reference.from], let to = indexOf[reference.to] else {
        throw .inconsistent(
          "finding \(fingerprint) has a reference \(reference.from) -> \(reference.to) without its object")
      }
      graph.references.append(
        ObjectGraph.Reference(
          from: from, to: to, label: reference.label, strength: reference.strength,
          evidence: reference.evidence))
    }
    let breaks = breakSet.map(\.reference)
    let hostBreaks = hostBreakSet.map(\.reference)
    guard (breaks + hostBreaks).allSatisfy(references.indices.contains) else {
      throw .inconsistent("finding \(fingerprint) breaks a reference that it does not have")
    }
    return Finding(
      fingerprint: fingerprint, rule: rule, confidence: confidence, status: status, graph: graph,
      breakSet: breaks, isBreakSetProvenSmallest: isBreakSetProvenSmallest,
      hostBreakSet: hostBreaks, roots: roots, locations: locations, cells: cells)
  }
}
