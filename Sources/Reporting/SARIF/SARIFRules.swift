import Findings

/// The rules that a SARIF log lists, with their indices: the causes, then the kinds of findings.
/// The rule of a finding without a known cause is its kind.
struct SARIFRules {
  let descriptors: [SARIFLog.ReportingDescriptor]
  private let indices: [String: Int]

  init() {
    descriptors =
      Cause.allCases.map {
        Self.descriptor($0.rawValue, summary: $0.summary, help: $0.fix, tags: ["cause"])
      }
      + Rule.allCases.map {
        Self.descriptor(
          $0.rawValue, summary: ReportVocabulary.summary(of: $0),
          help: ReportVocabulary.remedy(for: $0), tags: ["kind"])
      }
    indices = Dictionary(
      uniqueKeysWithValues: descriptors.enumerated().map { ($0.element.id, $0.offset) })
  }

  /// Returns the id and index of a finding's rule.
  func rule(of finding: Finding) -> (id: String, index: Int) {
    let id = ReportVocabulary.causeName(of: finding)
    // The standard defines -1 for a rule that is not listed.
    return (id, indices[id] ?? -1)
  }

  private static func descriptor(
    _ id: String, summary: String, help: String, tags: [String]
  ) -> SARIFLog.ReportingDescriptor {
    .init(
      id: id, shortDescription: .init(text: id.replacing("-", with: " ")),
      fullDescription: .init(text: summary),
      help: .init(
        text: "\(summary)\nFix: \(help)",
        markdown: "\(Escaping.markdown(summary))\n\n**Fix:** \(Escaping.markdown(help))"),
      defaultConfiguration: .init(level: .error), properties: ["tags": ["memory"] + tags])
  }
}
