import Findings
import OwnershipGraph

/// One finding as a SARIF result.
struct SARIFResult {
  /// The name of the folder to which paths are relative: the folder of the package.
  static let base = "%SRCROOT%"
  /// The location of a finding whose source is unknown.
  ///
  /// The standard allows results without a physical location, but GitHub's code scanning rejects a
  /// log that contains one (`locationFromSarifResult: expected a physical location`).
  static let unknown = SourceLocation(file: "Package.swift", line: 1)
  /// The maximum number of steps shown for a cycle.
  private static let maxSteps = 200

  let finding: Finding
  let index: ReportIndex
  let rules: SARIFRules
  private var report: LeakReport { index.report }
  private var advice: FindingAdvice { FindingAdvice(of: finding, in: index) }
  private var graph: ObjectGraph { finding.graph }

  var result: SARIFLog.Result {
    let rule = rules.rule(of: finding)
    let total = finding.total
    return .init(
      ruleId: rule.id, ruleIndex: rule.index, level: level,
      message: .init(text: message), locations: [location],
      // The standard requires that the key of a fingerprint contains a version number.
      partialFingerprints: ["leakcheck/v1": finding.fingerprint], codeFlows: codeFlows,
      baselineState: finding.status == .new ? "new" : "unchanged",
      occurrenceCount: finding.occurrences > 1 ? finding.occurrences : nil,
      suppressions: finding.status == .accepted
        ? [.init(justification: Self.justification(finding.reason))] : nil,
      relatedLocations: relatedLocations,
      properties: .init(
        rule: finding.rule.rawValue, confidence: finding.confidence.rawValue,
        objects: total.objects, bytes: total.bytes,
        endings: advice.endings.leftBy, cells: finding.cells))
  }

  private var level: SARIFLog.Level {
    switch report.severity(of: finding) {
    case .error: .error
    case .warning: .warning
    case .note: .note
    }
  }

  private static func justification(_ reason: String) -> String {
    reason.isEmpty ? "accepted in the baseline" : Escaping.line(reason)
  }

  private var message: String {
    let types = ReportVocabulary.types(of: finding)
    var parts = [
      ReportVocabulary.summary(of: finding),
      "Objects: \(types.prefix(6).map(Escaping.line).joined(separator: ", "))"
        + (types.count > 6
          ? " and \(ReportVocabulary.counted(types.count - 6, "more type"))." : "."),
    ]
    if let seen = ReportVocabulary.occurrences(of: finding) { parts.append("It was \(seen).") }
    let endings = advice.endings
    if !endings.leftBy.isEmpty {
      let names = ReportVocabulary.names(ofEndings: endings.leftBy, quoting: Escaping.line)
      parts.append("The objects remain after \(names).")
    }
    if let sentence = endings.sentence(quoting: Escaping.line) { parts.append(sentence) }
    parts.append("Fix: \(advice.fix)")
    if advice.locations.isEmpty { parts.append("The source line is unknown.") }
    // In a message, brackets and braces denote links and arguments unless they are escaped.
    return Self.plain(parts.joined(separator: " "))
  }

  /// The location to edit, or ``unknown``. The logical location is the type of the object that
  /// stores the first reference to break. If there is no reference to break, it is the type of the
  /// first object whose role is not `context`.
  private var location: SARIFLog.Location {
    let closing = finding.markedBreaks.first.map { graph.references[$0].from }
    let node = closing ?? graph.nodes.indices.first { graph.nodes[$0].role != .context }
    return .init(
      physicalLocation: Self.physical(advice.locations.first ?? Self.unknown),
      logicalLocations: node.map { [Self.logical(graph.nodes[$0])] })
  }

  /// The locations of the finding's objects, if there are at least two, followed by the locations
  /// of the suspects.
  private var relatedLocations: [SARIFLog.Location]? {
    var related: [SARIFLog.Location] = []
    if finding.locations.count > 1 {
      related = finding.locations.map { location in
        .init(
          physicalLocation: Self.physical(location),
          message: .init(text: "code of an object of the finding"))
      }
    }
    related += finding.suspects.filter { $0.path != nil }.map(SARIFLog.Location.init)
    for index in related.indices { related[index].id = index + 1 }
    return related.isEmpty ? nil : related
  }

  /// The cycle, with a step for each reference; `nil` if there is no cycle.
  private var codeFlows: [SARIFLog.CodeFlow]? {
    guard let trace = finding.cycleTrace else { return nil }
    let cycle = trace.steps.flatMap { step in [step.partner?.there, step.next].compactMap { $0 } }
    let steps = cycle.prefix(Self.maxSteps).map { index in
      let reference = graph.references[index]
      let node = graph.nodes[reference.from]
      var text = ReportVocabulary.name(of: reference, in: graph)
      if finding.markedBreaks.contains(index) {
        text += ": break here, \(ReportVocabulary.advice(for: index, in: finding))"
      }
      return SARIFLog.ThreadFlowLocation(
        location: .init(
          physicalLocation: Self.physical(source(of: reference)),
          logicalLocations: [Self.logical(node)],
          message: .init(text: Self.plain(Escaping.line(text)))))
    }
    let more = cycle.count > Self.maxSteps ? ", its first \(Self.maxSteps)" : ""
    return [
      .init(
        message: .init(text: "The cycle's references in order\(more)."),
        threadFlows: [.init(locations: Array(steps))])
    ]
  }

  /// Returns the line that stores a reference: the declaration of the property, or the closure or
  /// the `await` that uses the object. If this line is unknown, returns the declaration of the
  /// owner's class, the line that allocates the owner, or the first location of the finding.
  private func source(of reference: ObjectGraph.Reference) -> SourceLocation {
    let owner = graph.nodes[reference.from]
    return reference.declaration?.location ?? owner.suspended?.suspension ?? owner.location
      ?? owner.declaration ?? owner.allocation.first?.location ?? finding.locations.first
      ?? Self.unknown
  }

  static func physical(_ location: SourceLocation) -> SARIFLog.PhysicalLocation {
    .init(
      artifactLocation: .init(uri: Escaping.uriPath(location.file), uriBaseId: base),
      region: .init(startLine: max(1, location.line)))
  }

  private static func logical(_ node: ObjectGraph.Node) -> SARIFLog.LogicalLocation {
    .init(
      name: Escaping.line(node.type), fullyQualifiedName: Escaping.line(node.qualifiedType),
      kind: node.kind.isClosure ? "function" : "type")
  }

  /// Returns text escaped for a message, so that it denotes neither a link nor a placeholder
  /// (sections 3.11.5 and 3.11.6 of the standard).
  static func plain(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("[", with: "\\[").replacing("]", with: "\\]")
      .replacing("{", with: "{{").replacing("}", with: "}}")
  }
}

extension SARIFLog.Location {
  /// Creates the location of a suspect: source code that may cause a finding, or that may make a
  /// matrix cell fail.
  init(_ suspect: Suspect) {
    self.init(
      physicalLocation: suspect.path.map {
        SARIFResult.physical(SourceLocation(file: $0, line: suspect.line))
      },
      logicalLocations: [
        .init(
          name: Escaping.line(suspect.scope), fullyQualifiedName: Escaping.line(suspect.scope),
          kind: "function")
      ],
      message: .init(
        text: SARIFResult.plain(
          "suspect: \(Escaping.line(suspect.location)): \(Escaping.line(suspect.text))")))
  }
}
